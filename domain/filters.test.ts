import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aProduct } from '../tests/support/product.ts'
import {
  defaultListingChoice,
  findCategory,
  filterAndSortProducts,
  filters,
  isListedFilter,
  createFilterMatcher,
  parseListingChoice,
  parseFilter,
  formatListingChoice,
} from './filters.ts'

const specified =
  ' best-seller nashville spicy sauces merchandise subscription-box bbq limited-edition cooking-ingredient'.split(
    ' ',
  )

test('lists the specified filters in their order, with all products first', () => {
  const slugs = filters.map(({ slug }) => slug)
  expect(slugs.filter((slug) => specified.includes(slug))).toEqual(specified)
  expect(filters[0]).toEqual({ slug: '', label: 'All Products' })
})

test('each filter has a unique slug and a unique label', () => {
  for (const key of ['slug', 'label'] as const)
    expect(new Set(filters.map((filter) => filter[key])).size).toBe(filters.length)
})

test('parses the slug of every filter unchanged', () => {
  for (const { slug } of filters) expect(parseFilter(slug)).toBe(slug)
})

test('the empty filter matches every product, including one without tags', () => {
  expect(createFilterMatcher('')(aProduct({ tags: [] }))).toBe(true)
})

test('a tag matches when it contains the filter', () => {
  expect(createFilterMatcher('nashville')(aProduct({ tags: ['#nashville-hot'] }))).toBe(true)
})

test('a tag matches when the filter contains it without its hash', () => {
  expect(createFilterMatcher('subscription-box')(aProduct({ tags: ['#box'] }))).toBe(true)
  expect(createFilterMatcher('sauces')(aProduct({ tags: ['sauce'] }))).toBe(true)
})

test('a filter matches a tag in any case', () => {
  expect(createFilterMatcher('bbq')(aProduct({ tags: ['#BBQ'] }))).toBe(true)
  expect(createFilterMatcher('BBQ')(aProduct({ tags: ['#bbq'] }))).toBe(true)
})

test('the best-seller filter matches the flag and ignores tags', () => {
  expect(
    createFilterMatcher('best-seller')(aProduct({ tags: ['#best-seller'], isBestSeller: false })),
  ).toBe(false)
  expect(createFilterMatcher('best-seller')(aProduct({ tags: [], isBestSeller: true }))).toBe(true)
})

test('a tag that is only a hash matches nothing', () => {
  const filter = fc.string({ minLength: 1 }).filter((text) => parseFilter(text) !== '')
  fc.assert(
    fc.property(filter, (text) => {
      const product = aProduct({ tags: ['#', ' # ', ''], isBestSeller: false, category: '#' })
      return !createFilterMatcher(parseFilter(text))(product)
    }),
  )
})

test('a category filter matches products of the category whatever their tags', () => {
  const sauce = aProduct({ category: 'Hot Sauce', tags: ['#spicy'] })
  expect(createFilterMatcher(parseFilter('hot sauce'))(sauce)).toBe(true)
  expect(createFilterMatcher(parseFilter('hot'))(sauce)).toBe(false)
  expect(createFilterMatcher('condiment')(aProduct({ category: 'condiment', tags: [] }))).toBe(true)
})

test('finds the category that a filter names, unless one of the ten specified filters has that name', () => {
  const shelf = [aProduct({ category: 'Hot Sauce' }), aProduct({ category: 'merchandise' })]
  expect(findCategory(shelf, 'hot sauce')).toBe('Hot Sauce')
  for (const slug of ['', 'merchandise', 'unicorn']) expect(findCategory(shelf, slug)).toBeNull()
})

test('an unknown filter matches no product', () => {
  expect(
    filterAndSortProducts([aProduct()], { ...defaultListingChoice, filter: 'unicorn' }),
  ).toEqual([])
  expect(isListedFilter('unicorn')).toBe(false)
})

test('parses a filter in lower case, without its hash and at most 60 characters long', () => {
  expect(parseFilter('#Spicy')).toBe('spicy')
  expect(parseFilter('all')).toBe('')
  expect(parseFilter('')).toBe('')
  expect(parseFilter('x'.repeat(10_000))).toHaveLength(60)
})

test('ignores unknown values in the query of the shop’s address', () => {
  const query = new URLSearchParams('filter=bbq&heat=9&sort=toString&stock=maybe&page=-1')
  expect(parseListingChoice(query)).toEqual({ ...defaultListingChoice, filter: 'bbq' })
})

test('the heat and stock choices narrow the filter', () => {
  const mild = aProduct({ id: 'mild', heat: 1 })
  const hot = aProduct({ id: 'hot', heat: 6 })
  const gone = aProduct({ id: 'gone', heat: 6, isSoldOut: true })
  const left = filterAndSortProducts([mild, hot, gone], {
    ...defaultListingChoice,
    heat: '5-6',
    inStock: true,
  })
  expect(left.map((product) => product.id)).toEqual(['hot'])
})

test('sorts by price with the cheapest first and products without a price last', () => {
  const products = [
    aProduct({ id: 'none', price: null }),
    aProduct({ id: 'dear', price: 900 }),
    aProduct({ id: 'cheap', price: 450 }),
  ]
  const sorted = filterAndSortProducts(products, { ...defaultListingChoice, sort: 'price' })
  expect(sorted.map((product) => product.id)).toEqual(['cheap', 'dear', 'none'])
})

test('sorts by heat with the hottest first and equals in the order of the album', () => {
  const products = [
    aProduct({ id: 'a', heat: 2 }),
    aProduct({ id: 'b', heat: 5 }),
    aProduct({ id: 'c', heat: 2 }),
  ]
  const sorted = filterAndSortProducts(products, { ...defaultListingChoice, sort: 'heat' })
  expect(sorted.map((product) => product.id)).toEqual(['b', 'a', 'c'])
})

test('parses a choice back from the query that it was formatted as', () => {
  const choice = fc.record({
    filter: fc.constantFrom('', 'bbq', 'spicy'),
    heat: fc.constantFrom(null, '0-2' as const),
    sort: fc.constantFrom(null, 'price' as const),
    inStock: fc.boolean(),
    page: fc.integer({ min: 1, max: 999_999 }),
  })
  fc.assert(
    fc.property(choice, (one) => {
      expect(parseListingChoice(formatListingChoice(one))).toEqual(one)
    }),
  )
})
