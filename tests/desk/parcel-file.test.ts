import * as v from 'valibot'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestShop } from '../support/shop.ts'
import { callRpc, callRefusedRpc } from './call.ts'
import { insertOrder, crispLine } from './orders.ts'
import { createClientsByRole } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const { packer, owner } = await createClientsByRole(shop)
beforeEach(() => sql`truncate public.orders, public.outbox cascade`)

const file = v.object({
  parcels: v.array(
    v.object({
      number: v.number(),
      address: v.looseObject({ postcode: v.string() }),
      email: v.nullable(v.string()),
      serviceCode: v.nullable(v.string()),
      packageSize: v.nullable(v.string()),
      weightGrams: v.nullable(v.number()),
    }),
  ),
  products: v.array(
    v.object({ id: v.string(), name: v.string(), weightGrams: v.nullable(v.number()) }),
  ),
  methods: v.array(v.looseObject({ id: v.string(), serviceCode: v.nullable(v.string()) })),
})
const fileOf = (numbers: number[], client = packer) =>
  callRpc(file, client, 'desk_parcel_file', { p_numbers: numbers })

async function setWeight(slug: string, grams: number | null): Promise<string> {
  const [product] = await sql<{ id: string }[]>`
    update public.products set weight_grams = ${grams} where slug = ${slug} returning id`
  return product?.id ?? ''
}

test('the parcel file includes a parcel’s weight once every product in it has a weight', async () => {
  await setWeight('nashville-chilli-crisp', null)
  await setWeight('spice-bag-mix', 90)
  const mix = { ...crispLine, slug: 'spice-bag-mix', name: 'Spice Bag Mix', quantity: 1 }
  const number = await insertOrder(shop.database, { lines: [crispLine, mix] })
  const before = await fileOf([number])
  expect(before.parcels).toMatchObject([{ number, weightGrams: null, packageSize: null }])
  expect(before.products.map(({ name, weightGrams }) => [name, weightGrams])).toEqual([
    ['Nashville Chilli Crisp', null],
    ['Spice Bag Mix', 90],
  ])
  const id = before.products[0]?.id
  await callRpc(v.null(), packer, 'desk_set_weight', {
    p_product: id,
    p_grams: 310,
    p_before: null,
  })
  expect((await fileOf([number])).parcels).toMatchObject([{ weightGrams: 150 + 2 * 310 + 90 }])
})

test('the parcel file leaves refunded pieces out of a parcel’s weight', async () => {
  await setWeight('nashville-chilli-crisp', 310)
  const number = await insertOrder(shop.database)
  await sql`update public.order_items set refunded_quantity = 1`
  expect((await fileOf([number])).parcels).toMatchObject([{ weightGrams: 150 + 310 }])
})

test('the parcel file shows the payer’s email address to an owner and not to a packer', async () => {
  const number = await insertOrder(shop.database)
  expect((await fileOf([number], owner)).parcels[0]?.email).toBe('priya@example.com')
  expect((await fileOf([number], packer)).parcels[0]?.email).toBeNull()
})

test('the parcel file gives an order the service code of its delivery method', async () => {
  const number = await insertOrder(shop.database, { method: 'priority' })
  const was = { serviceCode: null, packageSize: null, packagingGrams: 150 }
  const wanted = { serviceCode: 'CRL24', packageSize: 'small parcel', packagingGrams: 200 }
  const set = { p_method: 'priority', p_service: wanted, p_before: was }
  await callRpc(v.null(), packer, 'desk_set_delivery_service', set)
  const { parcels, methods } = await fileOf([number])
  expect(parcels).toMatchObject([{ serviceCode: 'CRL24' }])
  expect(methods).toMatchObject([{ id: 'priority', ...wanted }])
  const stale = { ...set, p_service: { ...wanted, serviceCode: 'SD1' } }
  expect(await callRefusedRpc(packer, 'desk_set_delivery_service', stale)).toBe(
    'PT409 Somebody else changed this first.',
  )
})

test.each([
  [{ serviceCode: 'CRL 24' }, 'A service code has up to 20 letters and digits, such as CRL48.'],
  [{ packageSize: 'huge' }, 'Please choose a package size from the list.'],
  [{ packagingGrams: -1 }, 'An empty parcel weighs from 0 g to 5,000 g.'],
  [{ packagingGrams: null }, 'An empty parcel weighs from 0 g to 5,000 g.'],
])('the delivery service %j is refused with a clear message', async (change, message) => {
  const was = { serviceCode: null, packageSize: null, packagingGrams: 150 }
  const set = { p_method: 'xl', p_service: { ...was, ...change }, p_before: was }
  expect(await callRefusedRpc(packer, 'desk_set_delivery_service', set)).toBe(`PT400 ${message}`)
})

test('an impossible weight and a weight that somebody else has changed are refused', async () => {
  const p_product = await setWeight('spice-bag-mix', 90)
  const set = (p_grams: number, p_before: number | null) =>
    callRefusedRpc(packer, 'desk_set_weight', { p_product, p_grams, p_before })
  expect(await set(0, 90)).toBe('PT400 A piece weighs from 1 g to 30,000 g.')
  expect(await set(95, null)).toBe('PT409 Somebody else changed this first.')
})
