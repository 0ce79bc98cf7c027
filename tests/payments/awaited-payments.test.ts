import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEmail } from '../../mail/emails.ts'
import { renderEmail } from '../../mail/render.tsx'
import {
  createCheckoutLine,
  openPaymentSession,
  checkOut,
  getOrderEmailTemplates,
  getOrders,
  payOnPage,
} from './checkouts.ts'
import { createSessionEvent, postWebhook } from './events.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

const newEvent = () => `evt_${crypto.randomUUID()}`
const paysLater = { card: '4000 0000 0000 7726' }

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

/** Returns the email that tells the shopper that the payment of the order is still pending. */
async function waitingEmail(orderId: string): Promise<{ subject: string; text: string }> {
  const [row] = await world.sql`
    select template, data from public.outbox where dedupe_key = ${`order_waiting:${orderId}`}`
  return renderEmail(parseEmail(row?.template, row?.data), {
    siteUrl: new URL(world.url),
    pictures: new Map(),
  })
}

test('a payment that takes days is confirmed by email at once with the next steps', async () => {
  const { url, orderId, shopper } = await openPaymentSession(world)
  await payOnPage(url, paysLater)
  const [order] = await getOrders(world, shopper)
  expect(order).toMatchObject({ status: 'pending' })
  const { subject, text } = await waitingEmail(orderId)
  expect(subject).toBe(`Order ${order?.number} is in, waiting for the payment`)
  const words = text.replace(/\s+/g, ' ')
  for (const part of [
    'its payment is on the way to us',
    'There is nothing for you to do',
    'as soon as the payment has come in we send you the receipt and pack your parcel',
    'Nashville Chilli Crisp',
    'Total: £11.79',
    '12 Rye Lane',
  ])
    expect(words).toContain(part)
  world.clock.advance(21_000)
  await world.sandbox.runDue()
  expect(await getOrderEmailTemplates(world, orderId)).toEqual([
    'order_confirmation',
    'order_notice',
    'order_waiting',
  ])
})

test('an immediate payment sends the order confirmation and notice', async () => {
  const { url, orderId } = await openPaymentSession(world)
  await payOnPage(url)
  expect(await getOrderEmailTemplates(world, orderId)).toEqual([
    'order_confirmation',
    'order_notice',
  ])
})

test(
  'a repeated or late event of a waiting payment sends no second email',
  { tags: ['email-orders-30'] },
  async () => {
    const { url, sessionId, orderId } = await openPaymentSession(world)
    await payOnPage(url, paysLater)
    const unpaid = await createSessionEvent(world, 'checkout.session.completed', sessionId, {
      payment_status: 'unpaid',
    })
    const again = () =>
      postWebhook(world, JSON.stringify({ ...JSON.parse(unpaid), id: newEvent() }))
    expect((await again()).status).toBe(200)
    expect(await getOrderEmailTemplates(world, orderId)).toEqual(['order_waiting'])
    await world.sql`delete from public.outbox where dedupe_key = ${`order_waiting:${orderId}`}`
    await again()
    expect(await getOrderEmailTemplates(world, orderId)).toEqual([])
    world.provider.says.delete(sessionId)
    world.clock.advance(21_000)
    await world.sandbox.runDue()
    await again()
    expect(await getOrderEmailTemplates(world, orderId)).toEqual([
      'order_confirmation',
      'order_notice',
    ])
  },
)

test('the email of a waiting payment has the total agreed on the payment page, with its discount', async () => {
  const shopper = await world.shopper()
  const [row] = await world.sql`select public.issue_discount_code(${shopper.email}) as given`
  const { body } = await checkOut(world, shopper, [
    await createCheckoutLine(world, 'nashville-chilli-crisp'),
  ])
  await payOnPage(body.url ?? '', { do: 'code', code: row?.given.code })
  await payOnPage(body.url ?? '', paysLater)
  const [order] = await getOrders(world, shopper)
  expect(order).toMatchObject({ status: 'pending', discount: 0, total: 1179 })
  const { text } = await waitingEmail(String(order?.id))
  expect(text).toContain('Discount: -£0.85')
  expect(text).toContain('Total: £10.94')
})

test('a subscription whose first payment takes days is confirmed by email', async () => {
  const shopper = await world.shopper()
  const { body } = await checkOut(world, shopper, [
    await createCheckoutLine(world, 'twink-box-monthly-subscription'),
  ])
  await payOnPage(body.url ?? '', paysLater)
  const [order] = await getOrders(world, shopper)
  expect((await waitingEmail(String(order?.id))).text).toContain('Twink Box, Monthly')
})
