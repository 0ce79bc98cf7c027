import { markAllergens } from '../../../domain/allergens.ts'
import type { Product } from '../../../domain/product.ts'
import { ingredientsText } from './label-text.tsx'

const kept = [
  'id',
  'slug',
  'name',
  'category',
  'tagline',
  'description',
  'price',
  'image',
  'images',
  'tags',
  'allergens',
  'net',
  'pack',
  'heat',
  'tint',
  'isHot',
  'isSeasonalLimited',
  'isSoldOut',
  'isComingSoon',
  'isBestSeller',
  'active',
  'stock',
  'sortOrder',
  'priceId',
  'interval',
] as const satisfies (keyof Product)[]

/** What a card shows and its button adds; the rest of a product would only make the page heavier. */
export interface CardProduct extends Pick<Product, (typeof kept)[number]> {
  /** As they stand on the label; '' when there are none. */
  ingredients: string
}

export function toCard(product: Product): CardProduct {
  const { ingredients, ...marked } = markLabel(product)
  const rest = Object.fromEntries(kept.map((key) => [key, marked[key]])) as Omit<
    CardProduct,
    'ingredients'
  >
  return { ...rest, ingredients: ingredients.length > 0 ? ingredientsText(ingredients) : '' }
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
