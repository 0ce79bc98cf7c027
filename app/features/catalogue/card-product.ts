import { markAllergens } from '../../../domain/mark-allergens.ts'
import { getCardPhotoUrl } from '../../../domain/photo-names.ts'
import { type PageField, type Product, productColumns } from '../../../domain/product.ts'
import { ingredientsText } from './allergen-label-text.tsx'

type DetailField = PageField | 'prices'

const detailFields = Object.values(productColumns).flatMap((use): DetailField[] =>
  use !== null && use[1] === 'page' ? [use[0]] : [],
)
detailFields.push('prices')

/** Matches the drawing of a label. Cards do not show it, because their badges and numbers would cover it. */
const labelPicture = /^\/generated\/stickers\/[a-z0-9-]+-label\.svg$/

export interface CardProduct extends Omit<Product, DetailField | 'ingredients'> {
  /** The ingredients as printed on the label; '' when there are none. */
  ingredients: string
}

export function toCard(product: Product): CardProduct {
  const { ingredients, ...marked }: Partial<Product> & Omit<Product, DetailField> =
    markAllergensOnLabel(product)
  for (const key of detailFields) delete marked[key]
  return {
    ...marked,
    image: marked.image === null ? null : getCardPhotoUrl(marked.image),
    images: marked.images.filter((image) => !labelPicture.test(image)).map(getCardPhotoUrl),
    ingredients: ingredients.length > 0 ? ingredientsText(ingredients) : '',
  }
}

/**
 * Returns the product with asterisks around the names of allergens. This runs on the server; the browser only splits the text at
 * the asterisks.
 */
export function markAllergensOnLabel<P extends Product>(product: P): P {
  const { allergens, ingredients } = product
  return {
    ...product,
    allergens: allergens === null ? null : markAllergens(allergens),
    ingredients: ingredients.map(markAllergens),
  }
}
