import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ALBUM_LIMIT,
  type FoundProductRow,
  buildNamePattern,
  buildProductFilter,
  SEARCH_COLUMNS,
} from '../../app/features/search/product-filter.ts'
import { findResults } from '../../app/features/search/results.ts'
import { searchShop } from '../../app/routes/search/search.server.ts'
import { createTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.stop())

/**
 * Searches with the search page's query and with the search box's query, expects the same products from both, and
 * returns their titles.
 */
async function found(term: string): Promise<string[]> {
  const page = await searchPage(term, 1)
  const [box, album] = await Promise.all([
    ask().or(buildProductFilter(term)).overrideTypes<FoundProductRow[], { merge: false }>(),
    ask().limit(ALBUM_LIMIT).overrideTypes<FoundProductRow[], { merge: false }>(),
  ])
  expect([page.failed, box.error, album.error]).toEqual([false, null, null])
  const titles = page.products.map(({ title }) => title)
  const inBox = findResults(term, box.data ?? [], album.data ?? []).products
  expect(inBox.map(({ title }) => title)).toEqual(titles)
  return titles
}

function searchPage(term: string, page: number) {
  return searchShop((_, read) => read(shop.anon), term, page)
}

function ask() {
  return shop.anon
    .from('products')
    .select(SEARCH_COLUMNS)
    .eq('active', true)
    .order('Sort_order', { ascending: true })
}

test(
  'special characters in a search term are matched literally in any case',
  { tags: ['abuse-24'] },
  async () => {
    const name = String.raw`50%_Off*\ (a.b)+[c] "d", e:f`
    const slug = 'yalright-mug'
    await shop.database.sql`update public.products set name = ${name} where slug = ${slug}`
    for (const term of [
      name,
      name.toLowerCase(),
      '%_off',
      'off*',
      String.raw`*\ (a.b)+`,
      '[c] "d",',
    ])
      expect(await found(term)).toContain(name)
    for (const term of ['5*%', '50__', '50%%', 'a_b', '.*'])
      expect(await found(term)).not.toContain(name)
  },
)

test('a search finds products by a part of a tag in any case', async () => {
  for (const term of ['merch', '#Merch']) expect(await found(term)).toContain('Proud Tote')
  for (const term of ['veg', 'vegetar']) expect(await found(term)).toContain('Apple Terror Sauce')
})

test('a search for a hundred special characters succeeds', async () => {
  for (const sign of ['\\', '"', '*', '%', '唐', '🌶️'])
    expect(await found(sign.repeat(100).slice(0, 100))).toEqual([])
})

test('products with the term in their name are found by the name filter', async () => {
  const named = await ask()
    .filter('name', 'ilike', buildNamePattern('Sauce'))
    .overrideTypes<FoundProductRow[], { merge: false }>()
  expect(named.data?.length).toBeGreaterThan(0)
  for (const { name } of named.data ?? []) expect(name.toLowerCase()).toContain('sauce')
})

test('a search in a large catalogue counts and pages all results', async () => {
  await shop.database.sql`
    insert into public.products (slug, name, category, description, price, tags, "Sort_order", active)
    select 'zebra-' || n, 'Zebra ' || n, 'merchandise', 'Sour.', 450, '{}', 1000 + n, true
    from generate_series(1, 1200) as n`
  const first = await searchPage('zebra', 1)
  expect([first.count, first.products[0]?.title]).toEqual([1200, 'Zebra 1'])
  const last = await searchPage('zebra', 25)
  expect(last.products.at(-1)?.title).toBe('Zebra 1200')
  expect(await searchPage('zebra', 999)).toEqual(last)
})
