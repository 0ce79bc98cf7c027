import type { Product } from '../../../domain/product.ts'

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
  'ingredients',
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
export type CardProduct = Pick<Product, (typeof kept)[number]>

export function toCard(product: Product): CardProduct {
  return Object.fromEntries(kept.map((key) => [key, product[key]])) as CardProduct
}
