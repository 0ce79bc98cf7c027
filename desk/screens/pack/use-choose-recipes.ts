import { useMutationState } from '@tanstack/react-query'
import * as v from 'valibot'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { chooseRecipes, chooseRecipesKey, chosenRecipes } from './choose-recipes.ts'
import { toAnswer, type RecipeChoice } from '../../features/packing/recipe-choices.ts'

/**
 * Mutation that saves which recipe to pack for order lines, for all packers. `show` returns the data with the choices that are not
 * saved yet.
 */
export function useChooseRecipes() {
  const { mutate } = useDeskMutation({
    send: chooseRecipes,
    offlineKey: chooseRecipesKey,
    invalidates: [['orders'], ['picks']],
  })
  const pressed = useMutationState({
    filters: { mutationKey: chooseRecipesKey, status: 'pending' },
    select: ({ state }) => v.parse(chosenRecipes, state.variables).answers,
  }).flat()
  return {
    choose: (answers: { choice: RecipeChoice; versions: number[] }[]) =>
      mutate({ answers: answers.map(({ choice, versions }) => toAnswer(choice, versions)) }),
    show: (choices: readonly RecipeChoice[]): RecipeChoice[] =>
      choices.map((choice) => ({
        ...choice,
        chosen:
          pressed.filter(({ item }) => item === choice.item).at(-1)?.versions ?? choice.chosen,
      })),
  }
}
