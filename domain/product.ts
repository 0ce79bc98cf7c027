import type { Database } from '../supabase/database.types.ts'
import { parsePrice } from './price-text.ts'

export type Tint = 'mint' | 'lilac' | 'butter' | 'blush' | 'sky' | 'peach'

export interface ProductStat {
  name: string
  /** From 0 to 10. */
  score: number
  words: string
}

export interface Interval {
  unit: 'month' | 'year'
  count: number
}

type Tables = Database['public']['Tables']

/** A row of the table `products`, without its computed fields. */
export type StoredProduct = Omit<Tables['products']['Row'], Tables['products']['ComputedFields']>

/** A row of an API response. Any column may be missing or null, except those in `Key`. */
type ApiRow<Row, Key extends keyof Row> = Pick<Row, Key> & {
  [Column in keyof Row]?: Row[Column] | null
}

export type PriceRow = ApiRow<Tables['prices']['Row'], 'id'>

export interface ProductRow extends Omit<
  ApiRow<Tables['products']['Row'], 'id' | 'slug'>,
  'price' | 'net_quantity'
> {
  price?: number | string | null
  net_quantity?: number | string | null
  prices?: PriceRow[] | null
}

/**
 * The field of `Product` for each column, and its use: 'cards' for cards and product pages, 'page' for product pages only. A column
 * with null is not read with the others.
 */
export const productColumns = {
  id: ['id', 'cards'],
  slug: ['slug', 'cards'],
  name: ['name', 'cards'],
  category: ['category', 'cards'],
  tagline: ['tagline', 'cards'],
  description: ['description', 'cards'],
  price: ['price', 'cards'],
  image_url: ['images', 'cards'],
  tags: ['tags', 'cards'],
  sizes: ['sizes', 'page'],
  heat: ['heat', 'cards'],
  tint: ['tint', 'cards'],
  ingredients: ['ingredients', 'cards'],
  allergens: ['allergens', 'cards'],
  storage: ['storage', 'page'],
  net_quantity: ['net', 'cards'],
  net_unit: ['net', 'cards'],
  pack: ['pack', 'cards'],
  recipeideas: ['recipeIdeas', 'page'],
  stats: ['stats', 'page'],
  isHot: ['isHot', 'cards'],
  isSeasonalLimited: ['isSeasonalLimited', 'cards'],
  isSoldOut: ['isSoldOut', 'cards'],
  isComingSoon: ['isComingSoon', 'cards'],
  isBestSeller: ['isBestSeller', 'cards'],
  active: ['active', 'cards'],
  stock: ['stock', 'cards'],
  Sort_order: ['sortOrder', 'cards'],
  allergen_answers: null,
  image_alt: null,
  on_sale_from: null,
  recipe_changed_at: null,
  weight_grams: null,
  shelf_version: null,
  created_at: null,
  updated_at: null,
} as const satisfies Record<keyof StoredProduct, readonly [string, 'cards' | 'page'] | null>

type ColumnUse = NonNullable<(typeof productColumns)[keyof typeof productColumns]>
export type PageField = Extract<ColumnUse, readonly [string, 'page']>[0]

const priceColumns =
  'prices(id,stripe_price_id,unit_amount,currency,position,recurring_interval,recurring_interval_count)'

export const PRODUCT_COLUMNS = [
  ...Object.entries(productColumns).flatMap(([column, use]) => (use === null ? [] : [column])),
  priceColumns,
].join(',')

const tints: readonly string[] = ['mint', 'lilac', 'butter', 'blush', 'sky', 'peach']

/** Converts a row of an API response. The first price by position is the one that pages show and the checkout charges. */
export function toProduct(row: ProductRow) {
  const rows = [...(row.prices ?? [])].sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
  const prices = rows.map(toPrice)
  const images = texts(row.image_url)
  return {
    id: row.id,
    slug: row.slug,
    name: row.name?.trim() || 'Unnamed Product',
    category: row.category ?? 'product',
    tagline: row.tagline ?? '',
    description: row.description ?? '',
    /** In pence; null and 0 are shown as "Price TBA". */
    price: prices[0]?.unitAmount ?? (row.price == null ? null : parsePrice(row.price)),
    image: images[0] ?? null,
    images,
    tags: texts(row.tags),
    ingredients: texts(row.ingredients),
    /** The text of the label; null when it is unknown, which differs from "no allergens". */
    allergens: row.allergens?.trim() || null,
    storage: row.storage?.trim() || null,
    net: toNet(row),
    pack: row.pack?.trim() || null,
    sizes: texts(row.sizes),
    /** From 0 to 6. */
    heat: Math.min(6, Math.max(0, Math.trunc(row.heat ?? 0))),
    tint: isTint(row.tint) ? row.tint : 'butter',
    recipeIdeas: toRecipeIdeas(row.recipeideas),
    stats: toStats(row.stats),
    isHot: row.isHot === true,
    isSeasonalLimited: row.isSeasonalLimited === true,
    isSoldOut: row.isSoldOut === true,
    isComingSoon: row.isComingSoon === true,
    isBestSeller: row.isBestSeller === true,
    active: row.active !== false,
    /** The number of pieces in stock; null when they are not counted. */
    stock: row.stock ?? null,
    sortOrder: row.Sort_order ?? 0,
    prices,
    priceId: prices[0]?.stripePriceId ?? null,
    interval: toInterval(rows[0]),
  } satisfies Record<ColumnUse[0], unknown> & Record<string, unknown>
}

export type Product = ReturnType<typeof toProduct>

function toPrice(row: PriceRow) {
  return {
    id: row.id,
    stripePriceId: row.stripe_price_id ?? null,
    /** In pence. */
    unitAmount: parsePrice(row.unit_amount ?? 0),
    currency: row.currency ?? 'gbp',
  }
}

function toInterval(row: PriceRow | undefined): Interval | null {
  const unit = row?.recurring_interval
  if (unit !== 'month' && unit !== 'year') return null
  return { unit, count: row?.recurring_interval_count ?? 1 }
}

function toNet(row: ProductRow): { amount: number; unit: 'g' | 'ml' } | null {
  const amount = Number(row.net_quantity ?? 0)
  const unit = row.net_unit
  return amount > 0 && (unit === 'g' || unit === 'ml') ? { amount, unit } : null
}

function toRecipeIdeas(value: unknown): Record<string, string> {
  const ideas = Object.entries(typeof value === 'object' ? (value ?? {}) : {})
  return Object.fromEntries(
    ideas.filter((idea): idea is [string, string] => typeof idea[1] === 'string'),
  )
}

function toStats(value: unknown): ProductStat[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((stat: Partial<ProductStat> | null) => {
    if (typeof stat?.name !== 'string' || typeof stat.score !== 'number') return []
    const score = Math.min(10, Math.max(0, stat.score))
    return [{ name: stat.name, score, words: typeof stat.words === 'string' ? stat.words : '' }]
  })
}

function isTint(value: string | null | undefined): value is Tint {
  return value != null && tints.includes(value)
}

function texts(list: string[] | null | undefined): string[] {
  return (list ?? []).filter((text) => typeof text === 'string' && text.trim() !== '')
}
