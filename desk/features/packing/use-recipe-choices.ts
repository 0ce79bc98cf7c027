import { useQuery } from '@tanstack/react-query'
import { rpcQuery } from '../../data/rpc-query.ts'
import { recipeChoices } from './recipe-choices.ts'

/**
 * Reads the open choices of one order and the versions of the products' recipes in its parcels; without a number, the open choices
 * of all orders.
 */
export function useRecipeChoices(number: number | null = null) {
  return useQuery(
    rpcQuery(
      ['orders', 'recipes', number],
      'desk_recipe_choices',
      recipeChoices,
      number === null ? {} : { p_number: number },
    ),
  )
}
