import { availability } from './availability.ts'
import { onPage, readPage } from './paging.ts'
import type { Product } from './product.ts'
import { remembered } from './remembered.ts'
import { tagFilter } from './tag-filter.ts'

export interface Filter {
  /** '' is all products. */
  slug: string
  label: string
}

export const filters: readonly Filter[] = [
  { slug: '', label: 'All Products' },
  { slug: 'best-seller', label: 'Best Seller' },
  { slug: 'nashville', label: 'Nashville' },
  { slug: 'spicy', label: 'Spicy' },
  { slug: 'sauces', label: 'Sauces' },
  { slug: 'merchandise', label: 'Merchandise' },
  { slug: 'subscription-box', label: 'Subscription Box' },
  { slug: 'bbq', label: 'BBQ' },
  { slug: 'limited-edition', label: 'Limited Edition' },
  { slug: 'cooking-ingredient', label: 'Cooking Ingredient' },
]

const longestFilter = 60

/** '' for none and for 'all'. Half of a character, which a cut may leave and no address can hold, is left out. */
export function readFilter(value: string): string {
  const slug = tagFilter(value.slice(0, longestFilter).replaceAll(/\p{Cs}/gu, ''))
  return slug === 'all' ? '' : slug
}

/** Whether it is in the list; pages of other filters stay out of indexes and caches. */
export function isListedFilter(slug: string): boolean {
  return filters.some((filter) => filter.slug === slug)
}

/**
 * The specified rule: 'best-seller' goes by its flag; otherwise a tag matches if it contains the filter, or
 * the filter contains the tag without its hash, whatever the case. A tag that is only '#' matches nothing.
 * A category finds its products too, for the way from a product back to its shelf.
 */
export function matcherOf(
  slug: string,
): (product: Pick<Product, 'tags' | 'isBestSeller' | 'category'>) => boolean {
  const wanted = slug.toLowerCase()
  if (wanted === '') return () => true
  if (wanted === 'best-seller') return (product) => product.isBestSeller
  const isCategory = remembered((category) => tagFilter(category) === wanted)
  const isMeant = remembered((tag) => {
    const word = tagFilter(tag)
    return word !== '' && (tag.toLowerCase().includes(wanted) || wanted.includes(word))
  })
  return ({ category, tags }) => isCategory(category) || tags.some(isMeant)
}

/** The category that a filter names, as its products have it, or null; a listed one stays a filter. */
export function categoryOf(
  products: readonly Pick<Product, 'category'>[],
  slug: string,
): string | null {
  if (isListedFilter(slug)) return null
  const isNamed = remembered((category) => tagFilter(category) === slug)
  return products.find(({ category }) => isNamed(category))?.category ?? null
}

export const heatRanges = {
  '0-2': { label: '0 to 2: Nan-friendly', from: 0, to: 2 },
  '3-4': { label: '3 to 4', from: 3, to: 4 },
  '5-6': { label: '5 to 6: Ring your mum', from: 5, to: 6 },
} as const
export type HeatRange = keyof typeof heatRanges

export const sorts = {
  price: 'Price, low to high',
  heat: 'Heat, high to low',
} as const
export type Sort = keyof typeof sorts

export interface Choice {
  filter: string
  heat: HeatRange | null
  /** Null is the album's order. */
  sort: Sort | null
  inStock: boolean
  /** From 1. */
  page: number
}

export const anyChoice: Choice = { filter: '', heat: null, sort: null, inStock: false, page: 1 }

/** Of an address, or of the form that makes one. */
export function readChoice(query: { get: (name: string) => unknown }): Choice {
  const asked = (name: string) => String(query.get(name) ?? '')
  const heat = asked('heat')
  const sort = asked('sort')
  return {
    filter: readFilter(asked('filter')),
    heat: isKey(heatRanges, heat) ? heat : null,
    sort: isKey(sorts, sort) ? sort : null,
    inStock: asked('stock') === 'in',
    page: readPage(asked('page')),
  }
}

export function writeChoice({ filter, heat, sort, inStock, page }: Choice): URLSearchParams {
  const query = new URLSearchParams()
  if (filter !== '') query.set('filter', filter)
  if (heat !== null) query.set('heat', heat)
  if (sort !== null) query.set('sort', sort)
  if (inStock) query.set('stock', 'in')
  if (page > 1) query.set('page', String(page))
  return query
}

function isKey<T extends object>(table: T, key: string): key is keyof T & string {
  return Object.hasOwn(table, key)
}

type Choosable = Pick<
  Product,
  'tags' | 'category' | 'isBestSeller' | 'heat' | 'price' | 'isSoldOut' | 'isComingSoon' | 'stock'
>

/** The products that the choice leaves, in its order; products without a price come last by price. */
export function chooseProducts<P extends Choosable>(products: readonly P[], choice: Choice): P[] {
  const range = choice.heat === null ? null : heatRanges[choice.heat]
  const matches = matcherOf(choice.filter)
  const left = products.filter(
    (product) =>
      matches(product) &&
      (range === null || (product.heat >= range.from && product.heat <= range.to)) &&
      (!choice.inStock || availability(product) === 'available'),
  )
  if (choice.sort === 'price') return left.sort((a, b) => priceRank(a) - priceRank(b))
  if (choice.sort === 'heat') return left.sort((a, b) => b.heat - a.heat)
  return left
}

export interface Shelf<P> {
  products: P[]
  count: number
  category: string | null
  /** Whether its filter has products that heat or stock leaves out. */
  isNarrowed: boolean
}

export function shelfOf<P extends Choosable>(products: readonly P[], choice: Choice): Shelf<P> {
  const chosen = chooseProducts(products, choice)
  return {
    products: onPage(chosen, choice.page),
    count: chosen.length,
    category: categoryOf(products, choice.filter),
    isNarrowed: chosen.length === 0 && products.some(matcherOf(choice.filter)),
  }
}

function priceRank(product: Choosable): number {
  return product.price === null || product.price <= 0 ? Number.MAX_SAFE_INTEGER : product.price
}
