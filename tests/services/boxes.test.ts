import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boxPairs } from '../../app/content/boxes.ts'
import { type ShopContext, shopContext } from '../../app/core/context.ts'
import { getBoxPrice, getBoxState } from '../../app/routes/subscriptions/box-state.ts'
import { listBoxes } from '../../app/routes/subscriptions/list-boxes.server.ts'
import { loader } from '../../app/routes/subscriptions/subscriptions.tsx'
import { createTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.stop())

const [bear, twink] = boxPairs
const four = boxPairs.flatMap(({ boxes }) => boxes)

async function states(): Promise<string[]> {
  const { rows } = await listBoxes(shop.anon)
  return four.map((box) => getBoxState(rows, box, false))
}

test('all four boxes are open and cost what the database says', async () => {
  expect(await states()).toEqual(['open', 'open', 'open', 'open'])
  const { rows } = await listBoxes(shop.anon)
  expect(four.map((box) => getBoxPrice(rows, box))).toEqual([4500, 4500, 2000, 2000])
})

test('a box that is flagged or no longer active is not open for orders', async () => {
  const [flagged, gone] = [bear.boxes[0].slug, twink.boxes[1].slug]
  const { sql } = shop.database
  await sql`update public.products set "isComingSoon" = true where slug = ${flagged}`
  await sql`update public.products set active = false where slug = ${gone}`
  expect(await states()).toEqual(['coming-soon', 'open', 'open', 'no-product'])
  await sql`update public.products set "isComingSoon" = false where slug = ${flagged}`
  await sql`update public.products set active = true where slug = ${gone}`
})

/** Returns a client whose requests all fail, as if the database were down. */
function brokenClient(): SupabaseClient {
  return createClient(shop.siteUrl.origin, shop.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async () =>
        Response.json({ code: 'PGRST001', message: 'no connection' }, { status: 503 }),
    },
  })
}

test('every box is unavailable and the error is returned when the database cannot be queried', async () => {
  const broken = brokenClient()
  const { rows, failure } = await listBoxes(broken)
  expect(failure).toMatchObject({ code: 'PGRST001' })
  expect(four.map((box) => getBoxState(rows, box, false))).toEqual(
    Array.from({ length: 4 }, () => 'no-product'),
  )
})

test('a failed page logs its cause and is not cached', async () => {
  const logged: unknown[] = []
  const page = await askPage(brokenClient(), (message, cause) => logged.push(message, cause))
  expect(page).toMatchObject({
    data: { rows: [], failed: true },
    init: { headers: { 'Cache-Control': 'no-store' } },
  })
  expect(logged).toEqual([
    'Subscriptions: the boxes could not be read',
    expect.objectContaining({ code: 'PGRST001' }),
  ])
})

test('a successful page may be cached and logs nothing', async () => {
  const logged: unknown[] = []
  const page = await askPage(shop.anon, (message) => logged.push(message))
  expect(page).toMatchObject({ data: { failed: false, today: '2026-01-01' }, init: null })
  expect(logged).toEqual([])
})

function askPage(supabase: SupabaseClient, logFailure: ShopContext['logFailure']) {
  const context = new RouterContextProvider()
  context.set(shopContext, {
    supabase,
    readRows: (_, ask) => ask(supabase),
    publishableKey: shop.keys.publishable,
    supabaseUrl: '',
    siteUrl: shop.siteUrl.origin,
    now: () => Date.UTC(2026, 0, 1, 12),
    logFailure,
  })
  const url = new URL('/subscriptions', shop.siteUrl)
  return loader({ context, params: {}, pattern: 'subscriptions', request: new Request(url), url })
}
