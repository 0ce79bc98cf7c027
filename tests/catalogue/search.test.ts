import { afterAll, beforeAll, expect, test } from 'vitest'
import { search } from '../../app/features/search/search.server.ts'
import { createTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.stop())

async function found(term: string): Promise<string[]> {
  const { results, failed } = await search(shop.anon, term)
  expect(failed).toBe(false)
  return results.products.map(({ title }) => title)
}

test('every sign of a term means itself, in any case', async () => {
  const name = String.raw`50%_Off*\ (a.b)+[c] "d", e:f`
  const slug = 'yalright-mug'
  await shop.database.sql`update public.products set name = ${name} where slug = ${slug}`
  for (const term of [name, name.toLowerCase(), '%_off', 'off*', String.raw`*\ (a.b)+`, '[c] "d",'])
    expect(await found(term)).toContain(name)
  for (const term of ['5*%', '50__', '50%%', 'a_b', '.*'])
    expect(await found(term)).not.toContain(name)
})

test('what is longest and full of signs is still a search', async () => {
  for (const sign of ['\\', '"', '*', '%', '唐', '🌶️'])
    expect(await found(sign.repeat(100).slice(0, 100))).toEqual([])
})
