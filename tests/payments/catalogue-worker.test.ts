import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createProduct,
  getProviderProduct,
  createCatalogueWorker,
  updateProduct,
  hourMs,
  getCatalogueJobs,
  minuteMs,
  setPrice,
  getShownProduct,
  runCatalogueJobs,
  expectWritten,
} from './catalogues.ts'
import { createCheckoutLine, checkOut, getOrders, payOnPage } from './checkouts.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

async function buy(slug: string): Promise<{ status: number; total: number | null }> {
  const shopper = await world.shopper()
  const { status, body } = await checkOut(world, shopper, [await createCheckoutLine(world, slug)])
  if (body.url === undefined) return { status, total: null }
  await payOnPage(body.url)
  const [order] = await getOrders(world, shopper)
  return { status, total: order?.status === 'paid' ? order.total : null }
}

describe('a new product', () => {
  test('a new product has no price until the provider can sell it', async () => {
    const goods = await createProduct(world)
    expect(await getShownProduct(world, goods)).toMatchObject({
      price: null,
      prices: [],
      priceId: null,
    })
    expect(await buy(goods.slug)).toEqual({ status: 409, total: null })
    await runCatalogueJobs(world)
    expect(await getShownProduct(world, goods)).toMatchObject({ price: 850 })
    expect(await buy(goods.slug)).toEqual({ status: 200, total: 850 + 329 })
    expect(await getCatalogueJobs(world, goods)).toEqual([])
  })

  test('a product has its name, description and pictures at the provider and follows their changes', async () => {
    const goods = await createProduct(world, {
      image_url: ['/media/a.png', 'https://cdn.example/b.png'],
    })
    await runCatalogueJobs(world)
    expect((await getProviderProduct(world, goods)).product).toMatchObject({
      name: 'New Sauce',
      description: 'Hot and sweet.',
      images: ['https://shop.example/media/a.png', 'https://cdn.example/b.png'],
      active: true,
    })
    await updateProduct(world, goods, { name: 'Old Sauce', description: '', image_url: [] })
    await runCatalogueJobs(world)
    expect((await getProviderProduct(world, goods)).product).toMatchObject({
      name: 'Old Sauce',
      description: null,
      images: [],
    })
    await updateProduct(world, goods, { slug: `${goods.slug}-ii` })
    await runCatalogueJobs(world)
    const { product, prices } = await getProviderProduct(world, goods)
    expect(product.metadata).toEqual({ slug: `${goods.slug}-ii` })
    expect(prices).toEqual([[850, true]])
  })

  test('a product with an SVG picture has a PNG at the provider', async () => {
    const drawing = '/generated/stickers/nashville-chilli-crisp'
    const goods = await createProduct(world, {
      image_url: [`${drawing}.svg`, `${drawing}-label.svg`],
    })
    await runCatalogueJobs(world)
    expect((await getProviderProduct(world, goods)).product.images).toEqual([
      'https://shop.example/generated/share/nashville-chilli-crisp.png',
    ])
  })

  test('a change that does not concern the provider creates no job', async () => {
    const goods = await createProduct(world)
    await runCatalogueJobs(world)
    await updateProduct(world, goods, { stock: 3, tagline: 'Hot.', isSoldOut: true, Sort_order: 7 })
    expect(await getCatalogueJobs(world, goods)).toEqual([])
  })

  test('a new quarterly box is sold at a quarterly price', async () => {
    const rhythm = { recurring_interval: 'month', recurring_interval_count: 3 }
    const goods = await createProduct(world, {}, rhythm)
    await runCatalogueJobs(world)
    const [found] = (await world.stripe.prices.list({ product: `shop_${goods.id}` })).data
    expect(found?.recurring).toMatchObject({ interval: 'month', interval_count: 3 })
    expect((await buy(goods.slug)).total).toBe(850 + 329)
    await expectWritten(
      world.client.from('prices').update({ recurring_interval_count: 1 }).eq('id', goods.priceId),
    )
    expect(await getShownProduct(world, goods)).toMatchObject({ price: null })
    await runCatalogueJobs(world)
    const now = await getShownProduct(world, goods)
    expect(now).toMatchObject({ price: 850, interval: { unit: 'month', count: 1 } })
  })
})

describe('a changed price', () => {
  test('a changed price sells once the provider has it, and the old one is archived later', async () => {
    const goods = await createProduct(world)
    await runCatalogueJobs(world)
    await setPrice(world, goods, 900)
    expect(await getShownProduct(world, goods)).toMatchObject({ price: 850 })
    expect((await buy(goods.slug)).total).toBe(850 + 329)
    await runCatalogueJobs(world)
    expect(await getShownProduct(world, goods)).toMatchObject({ price: 900 })
    expect((await buy(goods.slug)).total).toBe(900 + 329)
    expect((await getProviderProduct(world, goods)).prices).toEqual([
      [900, true],
      [850, true],
    ])
    world.clock.advance(2 * hourMs)
    await runCatalogueJobs(world)
    expect((await getProviderProduct(world, goods)).prices).toEqual([
      [900, true],
      [850, false],
    ])
    expect(await getCatalogueJobs(world, goods)).toEqual([])
  })

  test(
    'a shopper on the payment page pays the price shown at checkout',
    { tags: ['abuse-3'] },
    async () => {
      const goods = await createProduct(world)
      await runCatalogueJobs(world)
      const shopper = await world.shopper()
      const { body } = await checkOut(world, shopper, [await createCheckoutLine(world, goods.slug)])
      await setPrice(world, goods, 900)
      await runCatalogueJobs(world)
      await payOnPage(body.url ?? '')
      expect(await getOrders(world, shopper)).toMatchObject([{ status: 'paid', total: 850 + 329 }])
    },
  )

  test('a price that changes back reuses the earlier provider price', async () => {
    const goods = await createProduct(world)
    await runCatalogueJobs(world)
    const before = await getShownProduct(world, goods)
    await setPrice(world, goods, 900)
    await runCatalogueJobs(world)
    world.clock.advance(2 * hourMs)
    await runCatalogueJobs(world)
    await setPrice(world, goods, 850)
    await runCatalogueJobs(world)
    expect((await getShownProduct(world, goods))?.priceId).toBe(before?.priceId)
    await setPrice(world, goods, 950)
    await setPrice(world, goods, 850)
    await runCatalogueJobs(world)
    expect((await getProviderProduct(world, goods)).prices).toHaveLength(2)
  })

  test('a removed price is hidden at once', async () => {
    const goods = await createProduct(world)
    await runCatalogueJobs(world)
    await setPrice(world, goods, 0)
    expect(await getShownProduct(world, goods)).toMatchObject({ price: null })
    await runCatalogueJobs(world)
    expect((await buy(goods.slug)).status).toBe(409)
  })

  test('a price changed during a worker run is not overwritten', async () => {
    const goods = await createProduct(world)
    await runCatalogueJobs(world)
    await setPrice(world, goods, 900)
    let letOn = () => undefined as void
    world.provider.fault = { kind: 'held', until: new Promise((resolve) => (letOn = resolve)) }
    const seen = world.provider.requests.length
    const worker = createCatalogueWorker(world)
    const round = worker.runOnce()
    await expect
      .poll(() => world.provider.requests.slice(seen).includes('POST /v1/prices'))
      .toBe(true)
    await setPrice(world, goods, 950)
    world.provider.fault = { kind: 'none' }
    letOn()
    await round
    await worker.stop()
    expect(await getShownProduct(world, goods)).toMatchObject({ price: 950 })
    expect((await buy(goods.slug)).total).toBe(950 + 329)
  })
})

describe('a delivery price', () => {
  test('a changed delivery price is shown and charged once the provider has it', async () => {
    const goods = await createProduct(world)
    await runCatalogueJobs(world)
    const standard = () =>
      world.client.from('delivery_methods').select('price').eq('id', 'standard')
    await expectWritten(
      world.client.from('delivery_methods').update({ price: 400 }).eq('id', 'standard'),
    )
    expect((await standard()).data).toEqual([{ price: 329 }])
    expect((await buy(goods.slug)).total).toBe(850 + 329)
    await runCatalogueJobs(world)
    expect((await standard()).data).toEqual([{ price: 400 }])
    expect((await buy(goods.slug)).total).toBe(850 + 400)
    await expectWritten(
      world.client.from('delivery_methods').update({ price: 329 }).eq('id', 'standard'),
    )
    await runCatalogueJobs(world)
    world.clock.advance(2 * hourMs)
    await runCatalogueJobs(world)
    const { data } = await world.stripe.shippingRates.list({ limit: 100 })
    const mine = data.filter((rate) => rate.metadata['lookup_key'] === 'delivery_standard')
    expect(mine.map((rate) => [rate.fixed_amount?.amount, rate.active])).toEqual([
      [329, true],
      [400, false],
    ])
  })

  test('a delivery price that the provider has is next due when its old rate is to be archived', async () => {
    const job = () => world.sql`
      select changes, next_attempt_at = archive_at as is_for_archive from public.catalogue_jobs where subject = 'delivery:priority'`
    const set = (price: number) =>
      expectWritten(world.client.from('delivery_methods').update({ price }).eq('id', 'priority'))
    await set(777)
    await runCatalogueJobs(world)
    await set(888)
    const [queued] = await job()
    await runCatalogueJobs(world)
    expect(await job()).toEqual([{ changes: queued?.changes, is_for_archive: true }])
  })
})

describe('an inactive product', () => {
  test('an inactive product is archived after two hours and restored when it is active again', async () => {
    // Needs a new test clock at the real time, because the database records the end of the sale by its own clock.
    const world = await openPaymentWorld()
    const goods = await createProduct(world)
    await runCatalogueJobs(world)
    await updateProduct(world, goods, { active: false })
    await runCatalogueJobs(world)
    expect((await getProviderProduct(world, goods)).product.active).toBe(true)
    world.clock.advance(2 * hourMs + minuteMs)
    await runCatalogueJobs(world)
    expect((await getProviderProduct(world, goods)).product.active).toBe(false)
    await updateProduct(world, goods, { active: true })
    expect(await getShownProduct(world, goods)).toMatchObject({ price: null })
    await runCatalogueJobs(world)
    expect((await getProviderProduct(world, goods)).product.active).toBe(true)
    expect(await getShownProduct(world, goods)).toMatchObject({ price: 850 })
    await world.stop()
  })

  test('a product inactive for a moment is sold unchanged', async () => {
    const goods = await createProduct(world)
    await runCatalogueJobs(world)
    await updateProduct(world, goods, { active: false })
    await updateProduct(world, goods, { active: true })
    expect((await buy(goods.slug)).total).toBe(850 + 329)
    await runCatalogueJobs(world)
    expect(await getShownProduct(world, goods)).toMatchObject({ price: 850 })
  })

  test('a deleted product is archived and its provider ids are deleted', async () => {
    const goods = await createProduct(world)
    await runCatalogueJobs(world)
    await expectWritten(world.client.from('products').delete().eq('id', goods.id))
    world.clock.advance(2 * hourMs + minuteMs)
    await runCatalogueJobs(world)
    expect((await getProviderProduct(world, goods)).product.active).toBe(false)
    expect(await getCatalogueJobs(world, goods)).toEqual([])
    const keys = await world.sql`
      select lookup_key from public.payment_provider_ids where lookup_key in (${`product_${goods.id}`}, ${`price_${goods.priceId}`})`
    expect([...keys]).toEqual([])
  })
})
