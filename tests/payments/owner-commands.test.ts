import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guestCodePercent } from '../../domain/guest-email.ts'
import { requireAmountInPence } from '../../commands/owner/refund-command.ts'
import { syncAccount } from '../../commands/owner/sync-account.ts'
import {
  createCheckoutLine,
  openPaymentSession,
  checkOut,
  getOrders,
  payOnPage,
} from './checkouts.ts'
import { createPaidOrder as paidOrderIn, runOrdersCommand, createOwnerTools } from './owner.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

const run = (...args: string[]) => runOrdersCommand(world, ...args)
const aPaidOrder = (slugs?: string[]) => paidOrderIn(world, slugs)
const tools = (lines: string[], account: 'test') => createOwnerTools(world, lines, account)

describe('npm run orders', () => {
  test('an order is listed, shown and fulfilled', async () => {
    const { number, order } = await aPaidOrder(['got-got-need-tee'])
    expect(await run('list')).toContain(String(number))
    expect(await run('list', 'paid')).toMatch(new RegExp(`${number}.*paid.*£27\\.29`))
    const shown = await run('show', String(number))
    expect(shown).toContain('1 × Got. Got. Need. Tee, size M  £24.00')
    expect(shown).toContain('12 Rye Lane')
    expect(shown).toContain('checkout.session.completed  applied  paid')
    expect(await run('fulfil', String(number))).toContain(`Order ${number} is fulfilled.`)
    expect(await order()).toMatchObject({ status: 'fulfilled' })
    await expect(run('fulfil', String(number))).rejects.toThrow(`Order ${number} was sent already`)
  })

  test('an order with a changed recipe is fulfilled only with the jar that was packed', async () => {
    const { number } = await aPaidOrder(['nashville-chilli-crisp'])
    const { sql } = world.database
    await sql`update public.products set ingredients = ingredients || '{peanuts}', allergens = 'Contains: peanuts.' where slug = 'nashville-chilli-crisp'`
    const fault = `Order ${number}: the recipe of Nashville Chilli Crisp changed since this order.`
    await expect(run('fulfil', String(number))).rejects.toThrow(fault)
    expect(await run('show', String(number))).toContain(fault)
    await expect(run('fulfil', String(number), '--jar', 'any')).rejects.toThrow('--jar old')
    expect(await run('fulfil', String(number), '--jar', 'new')).toContain('is fulfilled.')
    expect(await run('show', String(number))).toMatch(/the new recipe: Contains: [^.]*peanuts/)
  })

  test('an order is refunded partly, then fully, and never beyond', async () => {
    const { number, order } = await aPaidOrder()
    await run('refund', String(number), '100')
    await world.sandbox.runDue()
    expect(await order()).toMatchObject({ status: 'partially_refunded', refunded: 100 })
    await expect(run('refund', String(number), '2000')).rejects.toThrow(
      `Only £10.79 of order ${number} can still be paid back`,
    )
    await run('refund', String(number))
    await world.sandbox.runDue()
    expect(await order()).toMatchObject({ status: 'refunded', refunded: 1179 })
    await expect(run('refund', String(number))).rejects.toThrow(
      `Only £0.00 of order ${number} can still be paid back`,
    )
  })

  test('the list shows orders to pack and sent orders under a heading', async () => {
    const { number } = await aPaidOrder()
    await run('refund', String(number), '8.50')
    await world.sandbox.runDue()
    const packed = (await run('list', 'paid')).split('\n')
    expect(packed[0]).toMatch(/^Order +Placed +Status +Sent +Total +E-mail$/)
    expect(packed.find((line) => line.startsWith(`${number} `))).toMatch(
      /  partially-refunded  to send  +£11\.79  /,
    )
    await run('fulfil', String(number))
    await run('refund', String(number), '1')
    await world.sandbox.runDue()
    await expect(run('fulfil', String(number))).rejects.toThrow(`Order ${number} was sent already`)
    expect(await run('list', 'paid')).not.toMatch(new RegExp(`^${number} `, 'm'))
    for (const typed of [['partially', 'refunded'], ['Partially-Refunded'], ['partially_refunded']])
      expect(await run('list', ...typed)).toMatch(
        new RegExp(`^${number} .*partially-refunded  sent `, 'm'),
      )
    expect(await run('list', 'payment', 'failed')).toBe('There are no such orders.')
  })

  test('a word that is no status is searched for, and an empty result lists the statuses', async () => {
    expect(await run('list', 'PAID')).toBe(await run('list', 'paid'))
    expect(await run('list', 'foo')).toMatch(
      /^There are no orders with "foo".* A status is one of: pending, paid, fulfilled, payment-failed, expired, partially-refunded, refunded$/,
    )
  })

  test.each([
    ['850', 850],
    ['8.50', 850],
    ['£8.50', 850],
    ['£8', 800],
    ['0.05', 5],
    ['£1000000.00', 100_000_000],
  ])('the amount %s is parsed as pence', (text, pence) => {
    expect(requireAmountInPence(text)).toBe(pence)
  })

  test.each(['8.5', '8,50', '-5', '1e3', '£', '', '850p', '8.505', '£1,000.00'])(
    'the amount "%s" is refused with both valid formats',
    (text) => {
      expect(() => requireAmountInPence(text)).toThrow(
        `"${text}" is no sum: write 850 (pence) or 8.50 (pounds)`,
      )
    },
  )

  test('an order of an erased shopper states the date of the erasure', async () => {
    const { number } = await aPaidOrder()
    await run('fulfil', String(number))
    await world.sql`
      select public.anonymise_orders(array(select id from public.orders where number = ${number}), '2026-11-20T12:00:00Z')`
    expect(await run('show', String(number))).toMatch(
      /Sent .*\nIts shopper was erased on 20 November 2026\n\n1 × /,
    )
    expect(await run('list', 'fulfilled')).toMatch(/erased on 20 November 2026/)
  })

  test('a refund requested twice before its event is made once', async () => {
    const { number, order } = await aPaidOrder()
    world.webhook.down = true
    await run('refund', String(number), '100')
    await run('refund', String(number), '100')
    world.webhook.down = false
    world.clock.advance(10_000)
    await world.sandbox.runDue()
    await world.sandbox.runDue()
    expect(await order()).toMatchObject({ refunded: 100 })
  })

  test('an order with a subscription is refunded by its invoice payment', async () => {
    const { number, order } = await aPaidOrder(['twink-box-monthly-subscription'])
    await run('refund', String(number), '500')
    await world.sandbox.runDue()
    expect(await order()).toMatchObject({ status: 'partially_refunded', refunded: 500 })
  })

  test('a subscription refunded at the provider finds its order by the invoice', async () => {
    const { order } = await aPaidOrder(['twink-box-monthly-subscription'])
    const { data } = await world.stripe.invoicePayments.list({ limit: 1 })
    await world.stripe.refunds.create({ payment_intent: String(data[0]?.payment.payment_intent) })
    await world.sandbox.runDue()
    expect(await order()).toMatchObject({ status: 'refunded' })
  })

  test.each([[[]], [['show']], [['show', 'x']], [['refund', '1', '-5']], [['steal', '1']]])(
    'the invalid arguments %j print the usage',
    async (args) => {
      await expect(run(...args)).rejects.toThrow(/npm run orders|pence/)
    },
  )

  test('an unpaid order is not refunded', async () => {
    const { shopper } = await openPaymentSession(world)
    const [order] = await getOrders(world, shopper)
    await expect(run('refund', String(order?.number))).rejects.toThrow('nothing was paid')
    await expect(run('show', '99999999')).rejects.toThrow('There is no order 99999999')
  })
})

describe('npm run stripe:sync', () => {
  test('stripe:sync creates every price once and updates what has changed', async () => {
    const first: string[] = []
    await syncAccount(tools(first, 'test'))
    expect(first.filter((line) => line.startsWith('price_'))).toHaveLength(23)
    expect(first.filter((line) => line.startsWith('delivery_'))).toHaveLength(3)
    const [coupon] = await world.sql<{ provider_id: string }[]>`
      select provider_id from public.payment_provider_ids
      where account = 'test' and lookup_key = ${`coupon_percent_off_${guestCodePercent}`}`
    expect(await world.stripe.coupons.retrieve(coupon?.provider_id ?? '')).toMatchObject({
      percent_off: guestCodePercent,
      duration: 'once',
    })
    const { data: portals } = await world.stripe.billingPortal.configurations.list()
    expect(portals.map((one) => one.features.subscription_cancel)).toMatchObject([
      { enabled: true, mode: 'at_period_end' },
    ])
    expect(first.at(-1)).toContain('another account')
    const again: string[] = []
    await syncAccount(tools(again, 'test'))
    expect(again[0]).toBe('Everything was there already.')
    await world.sql`update public.prices set unit_amount = 900 where stripe_price_id = 'price_sandbox_nashville_chilli_crisp'`
    await world.sql`update public.delivery_methods set price = 350 where id = 'standard'`
    const third: string[] = []
    await syncAccount(tools(third, 'test'))
    expect(third.map((line) => line.split(' ')[0])).toEqual([
      'price_nashville-chilli-crisp',
      'delivery_standard',
      '2',
      'The',
    ])
    const [crisp] = await world.sql<{ id: string }[]>`
      select id from public.products where slug = 'nashville-chilli-crisp'`
    const { data } = await world.stripe.prices.list({ product: `shop_${crisp?.id}` })
    expect(data.map((price) => [price.unit_amount, price.active])).toEqual([
      [900, true],
      [850, false],
    ])
  })

  test('a shop on a synchronised account sells by its ids and adds new prices', async () => {
    await world.client.rpc('use_payment_account', { p_account: 'test' })
    const line = await createCheckoutLine(world, 'nashville-chilli-crisp')
    expect(line.stripe_price_id).not.toContain('sandbox')
    const shopper = await world.shopper()
    const box = await createCheckoutLine(world, 'twink-box-quarterly-subscription')
    const { status, body } = await checkOut(world, shopper, [line, box])
    expect(status).toBe(200)
    await payOnPage(body.url ?? '')
    expect((await getOrders(world, shopper))[0]).toMatchObject({
      status: 'paid',
      total: 900 + 2000 + 350,
    })
    await world.sql`update public.prices set unit_amount = 950 where stripe_price_id = ${String(line.stripe_price_id)}`
    const lines: string[] = []
    await syncAccount(tools(lines, 'test'))
    expect(lines.at(-1)).toBe('1 made.')
    const moved = await createCheckoutLine(world, 'nashville-chilli-crisp')
    expect(moved.stripe_price_id).not.toBe(line.stripe_price_id)
    expect((await checkOut(world, await world.shopper(), [moved])).status).toBe(200)
  })

  test('products have no price id on an account without ids', async () => {
    await world.client.rpc('use_payment_account', { p_account: 'live' })
    const { status, body } = await checkOut(world, await world.shopper(), [
      await createCheckoutLine(world, 'spice-bag-mix'),
    ])
    expect([status, body.error?.code]).toEqual([409, 'unavailable'])
    await world.client.rpc('use_payment_account', { p_account: 'sandbox' })
    expect((await createCheckoutLine(world, 'spice-bag-mix')).stripe_price_id).toBe(
      'price_sandbox_spice_bag_mix',
    )
  })
})
