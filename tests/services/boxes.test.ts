import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boxPairs } from '../../app/content/boxes.ts'
import { boxPrice, boxState } from '../../app/features/boxes/box-state.ts'
import { listBoxes } from '../../app/features/boxes/list-boxes.server.ts'
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
  return four.map((box) => boxState(rows, box, false))
}

test('all four boxes are open and cost what the database says', async () => {
  expect(await states()).toEqual(['open', 'open', 'open', 'open'])
  const { rows } = await listBoxes(shop.anon)
  expect([bear, twink].map(({ boxes, price }) => boxPrice(rows, boxes, price))).toEqual([
    4500, 2000,
  ])
})

test('a box that is flagged or no longer active is coming soon', async () => {
  const [flagged, gone] = [bear.boxes[0].slug, twink.boxes[1].slug]
  const { sql } = shop.database
  await sql`update public.products set "isComingSoon" = true where slug = ${flagged}`
  await sql`update public.products set active = false where slug = ${gone}`
  expect(await states()).toEqual(['coming-soon', 'open', 'open', 'no-product'])
  await sql`update public.products set "isComingSoon" = false where slug = ${flagged}`
  await sql`update public.products set active = true where slug = ${gone}`
})

test('when the database cannot be asked the cause is told and every box is coming soon', async () => {
  const broken = createClient(shop.siteUrl.origin, shop.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async () =>
        Response.json({ code: 'PGRST001', message: 'no connection' }, { status: 503 }),
    },
  })
  const { rows, failure } = await listBoxes(broken)
  expect(failure).toMatchObject({ code: 'PGRST001' })
  expect(four.map((box) => boxState(rows, box, false))).toEqual(
    Array.from({ length: 4 }, () => 'no-product'),
  )
})
