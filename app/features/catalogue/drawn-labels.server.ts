import { plainLabel } from '../../../domain/allergens.ts'
import { labelText } from '../../../domain/label-text.ts'
import type { Product } from '../../../domain/product.ts'
import { seedProducts } from '../../../supabase/seed/products.ts'

type Sold = Pick<Product, 'name' | 'ingredients' | 'allergens' | 'storage' | 'net'>

/**
 * Returns false for the drawing of a label whose text differs from the product: it was drawn from the seed data, and the owner has
 * changed the product since. Returns true for every other picture.
 */
export function matchesDrawnLabel(image: string, product: Sold): boolean {
  const slug = /^\/generated\/stickers\/([a-z0-9-]+)-label\.svg$/.exec(image)?.[1]
  if (slug === undefined) return true
  const drawn = seedProducts.find((seed) => seed.slug === slug)
  if (drawn === undefined) return false
  const allergens = labelText({ ...drawn, allergen_answers: drawn.answers })
  return wordsOf({ ...drawn, allergens }) === wordsOf(product)
}

function wordsOf({ name, ingredients, allergens, storage, net }: Sold): string {
  const recipe = plainLabel(ingredients.join(', '))
  return JSON.stringify([name, recipe, allergens, storage, net?.amount, net?.unit])
}
