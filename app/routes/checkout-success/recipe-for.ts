import type { PlacedOrderLine } from '../../features/orders/orders.ts'

/** Returns the recipe of a dish of the first ordered product that has one, or null. */
export function findRecipeForOrder<Recipe>(
  lines: readonly Pick<PlacedOrderLine, 'productId'>[],
  recipes: readonly { productId: string; card: Recipe }[],
): Recipe | null {
  const of = new Map(recipes.map(({ productId, card }) => [productId, card]))
  for (const { productId } of lines) {
    const card = productId === null ? undefined : of.get(productId)
    if (card !== undefined) return card
  }
  return null
}
