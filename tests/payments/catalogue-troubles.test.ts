import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type Stripe from 'stripe'
import {
  createProduct,
  getProviderProduct,
  createCatalogueWorker,
  type ProductIds,
  hourMs,
  getCatalogueJobs,
  minuteMs,
  setPrice,
  getShownProduct,
  runCatalogueJobs,
} from './catalogues.ts'
import { createCheckoutLine, checkOut } from './checkouts.ts'
import { runKilledWorker, countWorkerCalls } from './killed-workers.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

/** A replacement for the provider's client whose requests all fail. */
const outOfOrder = {
  products: {
    retrieve: () => Promise.reject(new Error('connect ECONNREFUSED')),
  },
} as unknown as Stripe

/** A price in pence above the provider's maximum of 99,999,999, which the provider refuses. */
const tooDear = 100_000_000

/** Returns what a notice to the owner would say now about catalogue jobs that are stuck. */
async function stuck(world: PaymentWorld): Promise<string[]> {
  const now = new Date(world.clock.now())
  const rows = await world.sql<{ details: string[] }[]>`
    select details from public.stuck_work(${now}, ${now}) where kind = 'catalogue'`
  return rows.flatMap(({ details }) => details)
}

/** Creates a product that is on sale and whose new price the provider has not received yet. */
async function aWaitingPrice(world: PaymentWorld, amount = 900): Promise<ProductIds> {
  const goods = await createProduct(world)
  await runCatalogueJobs(world)
  await setPrice(world, goods, amount)
  return goods
}

describe('an outage of the provider', () => {
  test('the old price sells during an outage, retries back off, and the owner is notified after an hour', async () => {
    const world = await openPaymentWorld()
    const goods = await aWaitingPrice(world)
    for (const wait of [0, 1000, 5000, 30_000, 2 * minuteMs]) {
      world.clock.advance(wait)
      await runCatalogueJobs(world, { stripe: outOfOrder })
      expect(await getShownProduct(world, goods)).toMatchObject({ price: 850 })
    }
    await runCatalogueJobs(world, { stripe: outOfOrder })
    expect(await getCatalogueJobs(world, goods)).toMatchObject([{ attempts: 5 }])
    expect(await stuck(world)).toEqual([])
    for (const _hour of [1, 2]) {
      world.clock.advance(hourMs)
      await runCatalogueJobs(world, { stripe: outOfOrder })
    }
    expect(await stuck(world)).toEqual([
      'New Sauce: it goes on selling for £8.50, not for £9.00 yet. The reason: connect ECONNREFUSED',
    ])
    world.clock.advance(hourMs)
    await runCatalogueJobs(world)
    expect(await getShownProduct(world, goods)).toMatchObject({ price: 900 })
    expect(await getCatalogueJobs(world, goods)).toMatchObject([{ attempts: 0, last_error: null }])
    expect(await stuck(world)).toEqual([])
    await world.stop()
  })

  test('a lost response creates no second price', async () => {
    const goods = await aWaitingPrice(world)
    world.provider.fault = { kind: 'cut' }
    await runCatalogueJobs(world)
    world.provider.fault = { kind: 'none' }
    world.clock.advance(minuteMs)
    await runCatalogueJobs(world)
    expect(await getShownProduct(world, goods)).toMatchObject({ price: 900 })
    expect((await getProviderProduct(world, goods)).prices).toHaveLength(2)
  })
})

describe('a refused price', () => {
  test('a refused price is reported at once, does not delay others and recovers with another price', async () => {
    const world = await openPaymentWorld()
    const refused = await aWaitingPrice(world, tooDear)
    const other = await createProduct(world)
    await runCatalogueJobs(world)
    expect(await getShownProduct(world, refused)).toMatchObject({ price: 850 })
    expect(await getShownProduct(world, other)).toMatchObject({ price: 850 })
    const expected = [
      expect.stringMatching(
        /^New Sauce: it goes on selling for £8\.50, not for £1000000\.00 yet\. The reason: \S+/,
      ),
    ]
    expect(await stuck(world)).toEqual(expected)
    for (const _try of [1, 2]) {
      world.clock.advance(hourMs)
      await runCatalogueJobs(world)
    }
    expect(await stuck(world)).toEqual(expected)
    await setPrice(world, refused, 950)
    await runCatalogueJobs(world)
    expect(await getShownProduct(world, refused)).toMatchObject({ price: 950 })
    expect(await stuck(world)).toEqual([])
    await world.stop()
  })
})

describe('a killed worker', () => {
  test('a worker killed at any step leaves a state that the next completes', async () => {
    const steps = await countWorkerCalls(world, await createProduct(world))
    expect(steps).toBeGreaterThan(5)
    for (let step = 1; step <= steps; step += 1) {
      for (const moment of ['before', 'after'] as const) {
        const goods = await createProduct(world)
        await runKilledWorker(world, step, moment)
        const half = await getShownProduct(world, goods)
        expect([null, 850]).toContain(half?.price)
        world.clock.advance(minuteMs)
        await runCatalogueJobs(world)
        expect(await getShownProduct(world, goods)).toMatchObject({ price: 850 })
        expect((await getProviderProduct(world, goods)).prices).toEqual([[850, true]])
        expect(await getCatalogueJobs(world, goods)).toEqual([])
      }
    }
  }, 60_000)

  test('a worker killed during a price change leaves the old or the new price on sale', async () => {
    const steps = await countWorkerCalls(world, await aWaitingPrice(world))
    for (let step = 1; step <= steps; step += 1) {
      const goods = await aWaitingPrice(world)
      await runKilledWorker(world, step, 'after')
      const shopper = await world.shopper()
      const shown = await getShownProduct(world, goods)
      const { body } = await checkOut(world, shopper, [await createCheckoutLine(world, goods.slug)])
      const session = await world.stripe.checkout.sessions.retrieve(body.session_id ?? '')
      expect(session.amount_total).toBe((shown?.price ?? 0) + 329)
      world.clock.advance(minuteMs)
      await runCatalogueJobs(world)
      expect(await getShownProduct(world, goods)).toMatchObject({ price: 900 })
      expect((await getProviderProduct(world, goods)).prices).toHaveLength(2)
    }
  }, 60_000)

  test('a worker that lost its lease writes nothing', async () => {
    const goods = await aWaitingPrice(world)
    let letOn = () => undefined as void
    world.provider.fault = { kind: 'held', until: new Promise((resolve) => (letOn = resolve)) }
    const seen = world.provider.requests.length
    const slow = createCatalogueWorker(world)
    const round = slow.runOnce()
    await expect
      .poll(() => world.provider.requests.slice(seen).includes('POST /v1/prices'))
      .toBe(true)
    world.provider.fault = { kind: 'none' }
    world.clock.advance(minuteMs)
    await setPrice(world, goods, 950)
    await runCatalogueJobs(world)
    expect(await getShownProduct(world, goods)).toMatchObject({ price: 950 })
    letOn()
    await round
    await slow.stop()
    expect(await getShownProduct(world, goods)).toMatchObject({ price: 950 })
    world.clock.advance(minuteMs)
    await runCatalogueJobs(world)
    world.clock.advance(2 * hourMs)
    await runCatalogueJobs(world)
    const { prices } = await getProviderProduct(world, goods)
    expect(prices.filter(([, sells]) => sells)).toEqual([[950, true]])
  })
})

test('five simultaneous workers create each price and product once', async () => {
  const all = await Promise.all([1, 2, 3, 4, 5, 6].map(() => createProduct(world)))
  const seen = world.provider.requests.length
  await Promise.all([1, 2, 3, 4, 5].map(() => runCatalogueJobs(world)))
  const kinds = ['POST /v1/prices', 'POST /v1/products']
  const made = world.provider.requests.slice(seen).filter((request) => kinds.includes(request))
  expect(made.toSorted()).toEqual([
    ...all.map(() => 'POST /v1/prices'),
    ...all.map(() => 'POST /v1/products'),
  ])
  for (const goods of all) expect(await getShownProduct(world, goods)).toMatchObject({ price: 850 })
})

describe('changes made by hand at the provider', () => {
  test('a price archived by hand at the provider is repaired after a failed checkout', async () => {
    const goods = await createProduct(world)
    await runCatalogueJobs(world)
    const line = await createCheckoutLine(world, goods.slug)
    await world.stripe.prices.update(String(line.stripe_price_id), { active: false })
    const shopper = await world.shopper()
    expect((await checkOut(world, shopper, [line])).status).toBe(502)
    await runCatalogueJobs(world)
    const { status } = await checkOut(world, shopper, [await createCheckoutLine(world, goods.slug)])
    expect(status).toBe(200)
  })

  test('a price added by hand at the provider is left unchanged', async () => {
    const goods = await createProduct(world)
    await runCatalogueJobs(world)
    const own = { product: `shop_${goods.id}`, currency: 'gbp', unit_amount: 100 }
    await world.stripe.prices.create(own)
    await setPrice(world, goods, 900)
    await runCatalogueJobs(world)
    world.clock.advance(2 * hourMs)
    await runCatalogueJobs(world)
    expect((await getProviderProduct(world, goods)).prices.toSorted()).toEqual(
      [
        [100, true],
        [850, false],
        [900, true],
      ].toSorted(),
    )
  })
})
