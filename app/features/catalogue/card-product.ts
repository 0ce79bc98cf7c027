import { markAllergens } from '../../../domain/mark-allergens.ts'
import { cardPhoto } from '../../../domain/photo-names.ts'
import type { Product } from '../../../domain/product.ts'
import { ingredientsText } from './label-text.tsx'

const detailOnlyFields = ['storage', 'sizes', 'recipeIdeas', 'stats', 'prices'] as const

/** The drawn label is shown on the product's own page only: on a card, badges and numbers would cover it. */
const labelPicture = /^\/generated\/stickers\/[a-z0-9-]+-label\.svg$/

export interface CardProduct extends Omit<
  Product,
  (typeof detailOnlyFields)[number] | 'ingredients'
> {
  /** The ingredients as printed on the label; '' when there are none. */
  ingredients: string
}

export function toCard(product: Product): CardProduct {
  const {
    ingredients,
    ...marked
  }: Partial<Product> & Omit<Product, (typeof detailOnlyFields)[number]> = markLabel(product)
  for (const key of detailOnlyFields) delete marked[key]
  return {
    ...marked,
    image: marked.image === null ? null : cardPhoto(marked.image),
    images: marked.images.filter((image) => !labelPicture.test(image)).map(cardPhoto),
    ingredients: ingredients.length > 0 ? ingredientsText(ingredients) : '',
  }
}

/** The product with its allergens between stars; done on the server, so that the browser only splits. */
export function markLabel<P extends Product>(product: P): P {
  const { allergens, ingredients } = product
  return {
    ...product,
    allergens: allergens === null ? null : markAllergens(allergens),
    ingredients: ingredients.map(markAllergens),
  }
}
