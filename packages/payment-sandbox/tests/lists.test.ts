import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestRefusal } from './support/refusals.ts'
import { createSession, openSandbox, type TestSandbox } from './support/sandbox.ts'

let setup: TestSandbox
beforeAll(async () => {
  setup = await openSandbox()
})
afterAll(() => setup.stop())

describe('a list', () => {
  const names = (products: Stripe.Product[]) => products.map((product) => product.name)

  test('a list is paged forwards and backwards and filtered', async () => {
    const { products } = setup.stripe
    const made: Stripe.Product[] = []
    for (const name of ['one', 'two', 'three', 'four', 'five'])
      made.push(await products.create({ name, active: name !== 'three' }))
    const [one, , three, , five] = made
    const onwards = await products.list({ starting_after: five?.id ?? '', limit: 2 })
    expect([names(onwards.data), onwards.has_more]).toEqual([['four', 'three'], true])
    const backwards = await products.list({ ending_before: one?.id ?? '', limit: 2 })
    expect([names(backwards.data), backwards.has_more]).toEqual([['three', 'two'], true])
    const active = await products.list({ starting_after: three?.id ?? '', active: true })
    expect([names(active.data), active.has_more]).toEqual([['two', 'one'], false])
    const later = await products.list({ created: { gt: (five?.created ?? 0) + 60 } })
    expect(later.data).toEqual([])
  })

  test('a list with an unknown cursor, two cursors or a limit above a hundred is refused', async () => {
    for (const param of ['starting_after', 'ending_before'])
      expect(await requestRefusal(setup, 'GET', `prices?${param}=price_nobody`)).toMatchObject({
        status: 400,
        code: 'resource_missing',
        param,
        message: "No such price: 'price_nobody'",
      })
    expect(
      await requestRefusal(setup, 'GET', 'prices?starting_after=a&ending_before=b'),
    ).toMatchObject({
      code: 'parameters_exclusive',
    })
    expect(await requestRefusal(setup, 'GET', 'prices?limit=101')).toMatchObject({ param: 'limit' })
  })

  test('a list of an unknown kind or with an unknown filter is refused', async () => {
    expect((await requestRefusal(setup, 'GET', 'topups')).status).toBe(404)
    expect(await requestRefusal(setup, 'GET', 'prices?colour=red')).toMatchObject({
      code: 'parameter_unknown',
      param: 'colour',
    })
  })
})

describe('expand', () => {
  test('expand returns the objects of a path, in lists too, and the lines of a session', async () => {
    const { products, prices, promotionCodes, coupons } = setup.stripe
    const product = await products.create({ name: 'Sauce' })
    await prices.create({ product: product.id, currency: 'gbp', unit_amount: 100 })
    const { data } = await prices.list({ product: product.id, expand: ['data.product'] })
    expect(data[0]?.product).toEqual(await products.retrieve(product.id))
    const coupon = await coupons.create({ percent_off: 12.5 })
    const code = await promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      expand: ['promotion.coupon'],
    })
    expect(code.promotion.coupon).toMatchObject({ id: coupon.id, percent_off: 12.5 })
    const session = await createSession(setup, { expand: ['line_items'] })
    expect(session.line_items?.data.map((line) => line.quantity)).toEqual([2])
  })

  test('expand of an unknown or too deep path is refused', async () => {
    expect(await requestRefusal(setup, 'GET', 'prices?expand[]=product')).toMatchObject({
      status: 400,
      message:
        "This property cannot be expanded (product). You may want to try expanding 'data.product' instead.",
    })
    expect(await requestRefusal(setup, 'GET', 'prices?expand[]=data.colour')).toMatchObject({
      message: 'This property cannot be expanded (data.colour).',
    })
    expect(await requestRefusal(setup, 'GET', 'prices?expand=data.product')).toMatchObject({
      message: 'Invalid array',
      param: 'expand',
    })
  })
})
