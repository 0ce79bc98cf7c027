import { getAvailability } from './availability.ts'
import { getPageItems, parsePage } from './paging.ts'
import type { Product } from './product.ts'
import { memoizeByText } from './memoize.ts'
import { getTagSlug } from './tag-slug.ts'

export interface Filter {
  /** Empty for the filter of all products. */
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

const maxFilterLength = 60

/**
 * Parses a filter from a URL; returns '' for no filter and for 'all'. Removes lone surrogates, which a URL cannot contain and which
 * the cut at 60 characters may leave.
 */
export function parseFilter(value: string): string {
  const slug = getTagSlug(value.slice(0, maxFilterLength).replaceAll(/\p{Cs}/gu, ''))
  return slug === 'all' ? '' : slug
}

/** Returns true for a filter in the list. Pages of other filters are not cached and are excluded from search engines. */
export function isListedFilter(slug: string): boolean {
  return filters.some((filter) => filter.slug === slug)
}

/**
 * Returns a function that matches products as the specification requires: 'best-seller' uses the product's flag; any other filter
 * matches a tag that contains it, or a tag without its hash that it contains, in any case. A tag that is only '#' matches nothing.
 * The name of a category also matches its products, because a product's page links to its category.
 */
export function createFilterMatcher(
  slug: string,
): (product: Pick<Product, 'tags' | 'isBestSeller' | 'category'>) => boolean {
  const wanted = slug.toLowerCase()
  if (wanted === '') return () => true
  if (wanted === 'best-seller') return (product) => product.isBestSeller
  const isCategory = memoizeByText((category) => getTagSlug(category) === wanted)
  const isMatchingTag = memoizeByText((tag) => {
    const word = getTagSlug(tag)
    return word !== '' && (tag.toLowerCase().includes(wanted) || wanted.includes(word))
  })
  return ({ category, tags }) => isCategory(category) || tags.some(isMatchingTag)
}

/** Returns the category that a filter names, as products spell it; null when no product has it and for a filter in the list. */
export function findCategory(
  products: readonly Pick<Product, 'category'>[],
  slug: string,
): string | null {
  if (isListedFilter(slug)) return null
  const isFilterCategory = memoizeByText((category) => getTagSlug(category) === slug)
  return products.find(({ category }) => isFilterCategory(category))?.category ?? null
}

export const heatRanges = {
  '0-2': { label: '0 to 2: Nan-friendly', from: 0, to: 2 },
  '3-4': { label: '3 to 4', from: 3, to: 4 },
  '5-6': { label: '5 to 6: Ring your mum', from: 5, to: 6 },
} as const
export type HeatRange = keyof typeof heatRanges

export const sortLabels = {
  price: 'Price, low to high',
  heat: 'Heat, high to low',
} as const
export type SortKey = keyof typeof sortLabels

export interface ListingChoice {
  filter: string
  heat: HeatRange | null
  /** The sort order; null for the order of the catalogue. */
  sort: SortKey | null
  inStock: boolean
  /** Starts at 1. */
  page: number
}

export const defaultListingChoice: ListingChoice = {
  filter: '',
  heat: null,
  sort: null,
  inStock: false,
  page: 1,
}

/** Parses the choice from the query of a URL, or from the data of the filter form. An unknown value becomes its default. */
export function parseListingChoice(query: { get: (name: string) => unknown }): ListingChoice {
  const getText = (name: string) => String(query.get(name) ?? '')
  const heat = getText('heat')
  const sort = getText('sort')
  return {
    filter: parseFilter(getText('filter')),
    heat: isKey(heatRanges, heat) ? heat : null,
    sort: isKey(sortLabels, sort) ? sort : null,
    inStock: getText('stock') === 'in',
    page: parsePage(getText('page')),
  }
}

export function formatListingChoice({
  filter,
  heat,
  sort,
  inStock,
  page,
}: ListingChoice): URLSearchParams {
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

type FilterableProduct = Pick<
  Product,
  'tags' | 'category' | 'isBestSeller' | 'heat' | 'price' | 'isSoldOut' | 'isComingSoon' | 'stock'
>

/** Returns the products that match the choice, in its order. Products without a price are last in the order of prices. */
export function filterAndSortProducts<P extends FilterableProduct>(
  products: readonly P[],
  choice: ListingChoice,
): P[] {
  const range = choice.heat === null ? null : heatRanges[choice.heat]
  const matches = createFilterMatcher(choice.filter)
  const matching = products.filter(
    (product) =>
      matches(product) &&
      (range === null || (product.heat >= range.from && product.heat <= range.to)) &&
      (!choice.inStock || getAvailability(product) === 'available'),
  )
  if (choice.sort === 'price') return matching.sort((a, b) => getPriceRank(a) - getPriceRank(b))
  if (choice.sort === 'heat') return matching.sort((a, b) => b.heat - a.heat)
  return matching
}

export interface FilteredPage<P> {
  products: P[]
  count: number
  category: string | null
  /** True when the filter matches products and the choice of heat and stock excludes all of them. */
  isNarrowed: boolean
}

export function getFilteredPage<P extends FilterableProduct>(
  products: readonly P[],
  choice: ListingChoice,
): FilteredPage<P> {
  const chosen = filterAndSortProducts(products, choice)
  return {
    products: getPageItems(chosen, choice.page),
    count: chosen.length,
    category: findCategory(products, choice.filter),
    isNarrowed: chosen.length === 0 && products.some(createFilterMatcher(choice.filter)),
  }
}

function getPriceRank(product: FilterableProduct): number {
  return product.price === null || product.price <= 0 ? Number.MAX_SAFE_INTEGER : product.price
}
