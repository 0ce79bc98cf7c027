import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OwnerTools } from '../../commands/owner/connect.ts'
import { syncAccount } from '../../commands/owner/sync-account.ts'
import {
  createProduct,
  getProviderProduct,
  updateProduct,
  type ProductIds,
  setPrice,
  getShownProduct,
  runCatalogueJobs,
  expectWritten,
} from './catalogues.ts'
import { createCheckoutLine, checkOut } from './checkouts.ts'
import { businessEmail } from './small-shop.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
  // All other products are deleted, because each sync processes all products.
  await world.sql`delete from public.products where slug <> 'nashville-chilli-crisp'`
})
afterAll(() => world.stop())
beforeEach(() => sellBy('sandbox'))

/** Changes to a payment account, as a start of the shop with the keys of that account does. */
async function sellBy(account: OwnerTools['account']): Promise<boolean> {
  const { data, error } = await world.client.rpc('use_payment_account', { p_account: account })
  if (error !== null) throw new Error(error.message)
  return data
}

/** Runs the sync of `npm run stripe:sync`. Returns the printed lines. */
async function sync(account: OwnerTools['account']): Promise<string[]> {
  const { client, stripe, clock } = world
  const lines: string[] = []
  await syncAccount({
    client,
    stripe,
    account,
    siteUrl: new URL('https://shop.example'),
    businessEmail,
    now: clock.now,
    print: (line) => lines.push(line),
  })
  return lines
}

const crisp = async (): Promise<ProductIds> => {
  const [row] = await world.sql<ProductIds[]>`
    select p.id, slug, r.id as "priceId" from public.products p join public.prices r on r.product_id = p.id
    where slug = 'nashville-chilli-crisp'`
  if (row === undefined) throw new Error('The album has no crisp')
  return row
}

test('a payment account that was never set up sells nothing until stripe:sync has run', async () => {
  expect(await sellBy('live')).toBe(false)
  const goods = await crisp()
  expect(await getShownProduct(world, goods)).toMatchObject({ price: null })
  const seen = world.provider.requests.length
  await runCatalogueJobs(world, { account: 'live' })
  expect(world.provider.requests).toHaveLength(seen)
  expect((await sync('live')).at(-1)).toMatch(/^\d+ made\.$/)
  expect(await getShownProduct(world, goods)).toMatchObject({ price: 850 })
  expect(await sellBy('live')).toBe(true)
  const { status } = await checkOut(world, await world.shopper(), [
    await createCheckoutLine(world, goods.slug),
  ])
  expect(status).toBe(200)
  await setPrice(world, goods, 875)
  await runCatalogueJobs(world, { account: 'live' })
  expect(await getShownProduct(world, goods)).toMatchObject({ price: 875 })
  await setPrice(world, goods, 850)
  await runCatalogueJobs(world, { account: 'live' })
})

test('the worker of a payment account that is not in use sends no requests', async () => {
  const goods = await createProduct(world)
  await sync('test')
  await sellBy('test')
  await setPrice(world, goods, 900)
  const seen = world.provider.requests.length
  await runCatalogueJobs(world, { account: 'sandbox' })
  expect(world.provider.requests).toHaveLength(seen)
  await runCatalogueJobs(world, { account: 'test' })
  expect(await getShownProduct(world, goods)).toMatchObject({ price: 900 })
})

test('a change made while another payment account was in use sells only once the present account has it', async () => {
  const goods = await createProduct(world)
  const gone = await createProduct(world)
  await runCatalogueJobs(world)
  await sync('test')
  await sellBy('test')
  await setPrice(world, goods, 900)
  await updateProduct(world, goods, { name: 'Renamed' })
  await expectWritten(world.client.from('products').delete().eq('id', gone.id))
  await runCatalogueJobs(world, { account: 'test' })
  await sellBy('sandbox')
  expect(await getShownProduct(world, goods)).toMatchObject({ price: null })
  await runCatalogueJobs(world)
  expect(await getShownProduct(world, goods)).toMatchObject({ price: 900 })
  await sellBy('test')
  expect(await getShownProduct(world, goods)).toMatchObject({ price: 900 })
})

test('stripe:sync reports and repairs changes made by hand at the provider', async () => {
  await sync('test')
  await sellBy('test')
  expect(await sync('test')).toEqual(['Everything was there already.'])
  const goods = await crisp()
  const line = await createCheckoutLine(world, goods.slug)
  const { product } = await getProviderProduct(world, goods)
  await world.stripe.products.update(product.id, { name: 'Changed by hand', active: false })
  await world.stripe.prices.update(String(line.stripe_price_id), { active: false })
  const printed = await sync('test')
  expect(printed).toEqual([
    `product_${goods.slug} has its present words and pictures`,
    `price_${goods.slug} → ${line.stripe_price_id}`,
    '2 made.',
  ])
  const { status } = await checkOut(world, await world.shopper(), [line])
  expect(status).toBe(200)
})

test('stripe:sync names a refused product and completes the others', async () => {
  const [dear, other] = [
    await createProduct(world, { name: 'Too Dear' }),
    await createProduct(world),
  ]
  await setPrice(world, dear, 100_000_000)
  await sellBy('test')
  await expect(sync('test')).rejects.toThrow('1 of the catalogue cannot be sold as they are.')
  expect(await getShownProduct(world, other)).toMatchObject({ price: 850 })
  await setPrice(world, dear, 800)
  await sync('test')
  expect(await getShownProduct(world, dear)).toMatchObject({ price: 800 })
})

test('stripe:sync waits for the lease of an interrupted run', async () => {
  const goods = await crisp()
  await sellBy('test')
  const claim = { p_account: 'test', p_lease_ms: 60_000, p_subject: `product:${goods.id}` }
  const { error } = await world.client.rpc('claim_catalogue_job', {
    ...claim,
    p_now: new Date(world.clock.now()).toISOString(),
  })
  expect(error).toBeNull()
  await expect(sync('test')).rejects.toThrow('Run this again in a minute.')
  world.clock.advance(60_000)
  await sync('test')
})
