import * as v from 'valibot'
import { unwrapResponse, client } from '../../data/client.ts'
import { recipeChoiceInput } from '../../features/packing/recipe-choices.ts'

/** Input of the mutation: per order line, the versions of the product's recipe to pack. One press can answer for several lines. */
export const chooseRecipesInput = v.object({ answers: v.array(recipeChoiceInput) })

/** The mutation key under which the choice is queued while offline. */
export const chooseRecipesKey = ['choose-recipes']

export function chooseRecipes({ answers }: v.InferOutput<typeof chooseRecipesInput>) {
  return unwrapResponse(client.rpc('desk_choose_recipes', { p_choices: answers }))
}
