import * as v from 'valibot'
import { ask, client } from '../../client.ts'
import { recipeAnswer } from './recipe-choices.ts'

/** Which jar goes into lines, as one press says it. */
export const chosenRecipes = v.object({ answers: v.array(recipeAnswer) })

/** The key of such a change. */
export const chooseRecipesKey = ['choose-recipes']

export function chooseRecipes({ answers }: v.InferOutput<typeof chosenRecipes>) {
  return ask(client.rpc('desk_choose_recipes', { p_choices: answers }))
}
