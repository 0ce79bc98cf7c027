import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createSubscriber,
  getSubscription,
  latestInvoice,
  renewInPortal,
  getRenewalOrders,
  getEmailTemplatesTo,
} from './boxes.ts'
import { openPaymentSession, payOnPage } from './checkouts.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

async function lettersTo(email: string, template: string) {
  return world.sql<{ data: { cause: string | null; payLink: string | null } }[]>`
    select data from public.outbox where recipient = ${email} and template = ${template}`
}

async function overdueOf(id: string) {
  const [row] = await world.sql`
    select status, overdue_cause, overdue_link from public.subscriptions where stripe_subscription_id = ${id}`
  return row
}

test('a renewal that needs confirmation is emailed with its page instead of as declined', async () => {
  const { shopper, subscription } = await createSubscriber(world)
  await renewInPortal(world, subscription, 'action')
  const invoice = await latestInvoice(world, subscription)
  expect(await overdueOf(subscription)).toEqual({
    status: 'past_due',
    overdue_cause: 'confirm',
    overdue_link: invoice.hosted_invoice_url,
  })
  expect(await getEmailTemplatesTo(world, shopper)).toEqual([
    'box_payment_confirm',
    'order_confirmation',
  ])
  expect((await lettersTo(shopper.email, 'box_payment_confirm'))[0]?.data).toMatchObject({
    cause: 'confirm',
    payLink: invoice.hosted_invoice_url,
  })
})

test('a renewal confirmed on its page is paid and creates an order', async () => {
  const { shopper, subscription } = await createSubscriber(world)
  await renewInPortal(world, subscription, 'action')
  const { hosted_invoice_url: page } = await latestInvoice(world, subscription)
  const html = await (await fetch(page ?? '')).text()
  const token = /name="token" value="([0-9a-f]+)"/.exec(html)?.[1] ?? ''
  const answer = await fetch(page ?? '', {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: world.url },
    body: new URLSearchParams({ token, do: 'pay' }),
  })
  expect(answer.status).toBe(303)
  await world.sandbox.runDue()
  expect(await overdueOf(subscription)).toEqual({
    status: 'active',
    overdue_cause: null,
    overdue_link: null,
  })
  expect(await getRenewalOrders(world, shopper)).toHaveLength(1)
})

test('a card that needs confirmation each time pays the first box and needs it again for the renewal', async () => {
  const { shopper, url, sessionId } = await openPaymentSession(world, [
    'twink-box-monthly-subscription',
  ])
  await payOnPage(url, { card: '4000 0027 6000 3184' })
  await world.sandbox.runDue()
  const { subscription } = await world.stripe.checkout.sessions.retrieve(sessionId)
  const { current_period_end: due } = await getSubscription(world, shopper)
  world.clock.advance(due.getTime() - world.clock.now() + 2 * 60 * 60_000)
  await world.sandbox.runDue()
  world.clock.advance(2 * 60 * 60_000)
  await world.sandbox.runDue()
  expect(await overdueOf(String(subscription))).toMatchObject({ overdue_cause: 'confirm' })
})

test.each([
  [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'funds'],
  [{ code: 'expired_card' }, 'expired'],
  [{ code: 'authentication_required' }, 'confirm'],
  [{ code: 'card_declined', decline_code: 'generic_decline' }, 'declined'],
])('a renewal that fails with %o is recorded as %s', async (error, cause) => {
  const { subscription } = await createSubscriber(world)
  world.webhook.down = true
  await renewInPortal(world, subscription, 'failed')
  const { id } = await latestInvoice(world, subscription)
  const { data } = await world.stripe.invoicePayments.list({ invoice: id ?? '', limit: 1 })
  const intent = await world.stripe.paymentIntents.retrieve(String(data[0]?.payment.payment_intent))
  world.provider.says.set(intent.id, {
    ...intent,
    last_payment_error: { ...intent.last_payment_error, ...error },
  })
  world.webhook.down = false
  world.clock.advance(60 * 60_000)
  await world.sandbox.runDue()
  expect(await overdueOf(subscription)).toMatchObject({ overdue_cause: cause })
})
