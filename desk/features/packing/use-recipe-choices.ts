import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { ask, client } from '../../data/client.ts'
import { recipeChoices } from './recipe-choices.ts'

/** Reads the open choices of one order and the recipes of its parcels; without a number, the open choices of all orders. */
export function useRecipeChoices(number: number | null = null) {
  return useQuery({
    queryKey: ['orders', 'recipes', number],
    queryFn: async () =>
      v.parse(
        recipeChoices,
        await ask(client.rpc('desk_recipe_choices', number === null ? {} : { p_number: number })),
      ),
  })
}
