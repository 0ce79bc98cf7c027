import { markAllergens } from '../../../domain/allergens.ts'
import type { Product } from '../../../domain/product.ts'

/** What no card shows: it would only make the page heavier. */
const left = [
  'storage',
  'sizes',
  'recipeIdeas',
  'stats',
  'prices',
] as const satisfies (keyof Product)[]

export type CardProduct = Omit<Product, (typeof left)[number]>

export function toCard(product: Product): CardProduct {
  const card = Object.entries(markLabel(product)).filter(
    ([key]) => !left.some((other) => other === key),
  )
  return Object.fromEntries(card) as unknown as CardProduct
}

/** The product with its allergens between stars; done on the server, so that the browser only splits. */
export function markLabel(product: Product): Product {
  const { allergens, ingredients } = product
  return {
    ...product,
    allergens: allergens === null ? null : markAllergens(allergens),
    ingredients: ingredients.map(markAllergens),
  }
}
