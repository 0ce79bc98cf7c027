import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { ask, client } from '../../client.ts'
import { recipeChoices } from './recipe-choices.ts'

/** What is to be chosen for one order, and what went into its parcels; without a number what is to be chosen for all. */
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
