import { removeLabelMarks } from '../../../domain/allergens.ts'
import { labelText } from '../../../domain/label-text.ts'
import type { Product } from '../../../domain/product.ts'
import { seedProducts } from '../../../supabase/seed/products.ts'

type LabelledProduct = Pick<Product, 'name' | 'ingredients' | 'allergens' | 'storage' | 'net'>

/**
 * Returns false for the drawing of a label whose text differs from the product: it was drawn from the seed data, and the owner has
 * changed the product since. Returns true for every other picture.
 */
export function isLabelImageCurrent(image: string, product: LabelledProduct): boolean {
  const slug = /^\/generated\/stickers\/([a-z0-9-]+)-label\.svg$/.exec(image)?.[1]
  if (slug === undefined) return true
  const seed = seedProducts.find((candidate) => candidate.slug === slug)
  if (seed === undefined) return false
  const allergens = labelText({ ...seed, allergen_answers: seed.answers })
  return getLabelText({ ...seed, allergens }) === getLabelText(product)
}

function getLabelText({ name, ingredients, allergens, storage, net }: LabelledProduct): string {
  const ingredientsText = removeLabelMarks(ingredients.join(', '))
  return JSON.stringify([name, ingredientsText, allergens, storage, net?.amount, net?.unit])
}
