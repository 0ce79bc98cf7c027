import { useMutationState } from '@tanstack/react-query'
import * as v from 'valibot'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { chooseRecipes, chooseRecipesKey, chooseRecipesInput } from './choose-recipes.ts'
import { toRecipeChoiceInput, type RecipeChoice } from '../../features/packing/recipe-choices.ts'
import type { Slip } from '../../features/packing/parcels.ts'

/**
 * Mutation that saves which recipe to pack for order lines, for all packers. `show` returns the data with the choices that are not
 * saved yet. `withoutUnsaved` returns the slips to print: the database may still refuse a choice that is not saved, so its line counts
 * as one without a choice.
 */
export function useChooseRecipes() {
  const { mutate } = useDeskMutation({
    send: chooseRecipes,
    offlineKey: chooseRecipesKey,
    invalidates: [['orders'], ['picks']],
  })
  const pressed = useMutationState({
    filters: { mutationKey: chooseRecipesKey, status: 'pending' },
    select: ({ state }) => v.parse(chooseRecipesInput, state.variables).answers,
  }).flat()
  return {
    choose: (answers: { choice: RecipeChoice; versions: number[] }[]) =>
      mutate({
        answers: answers.map(({ choice, versions }) => toRecipeChoiceInput(choice, versions)),
      }),
    show: (choices: readonly RecipeChoice[]): RecipeChoice[] =>
      choices.map((choice) => ({
        ...choice,
        chosen:
          pressed.filter(({ item }) => item === choice.item).at(-1)?.versions ?? choice.chosen,
      })),
    withoutUnsaved: (slips: readonly Slip[]): Slip[] =>
      slips.map((slip) => ({
        ...slip,
        lines: slip.lines.map((line) =>
          pressed.some(({ item }) => item === line.recipe?.item)
            ? { ...line, recipe: line.recipe && { ...line.recipe, chosen: [] } }
            : line,
        ),
      })),
  }
}
