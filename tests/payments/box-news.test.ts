import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendDueEmails, type SentEmail } from '../support/deliver.ts'
import { createSubscriber, renewInPortal, postSubscriptionEvent } from './boxes.ts'
import { createRecordingLog, openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
beforeEach(() => world.sql`delete from public.outbox`)
afterAll(() => world.stop())

/**
 * Cancels a subscription at the end of its period, or withdraws the cancellation, and then advances the clock a little.
 */
async function setCancelled(subscription: string, cancels: boolean): Promise<void> {
  await world.stripe.subscriptions.update(subscription, { cancel_at_period_end: cancels })
  await world.sandbox.runDue()
  world.clock.advance(2000)
}

/** Sends all waiting emails. Returns those about boxes. */
async function sendEmails(): Promise<SentEmail[]> {
  const { client: secret, url, keys, clock, log } = world
  const shop = { secret, siteUrl: new URL(url), keys, clock, log: createRecordingLog(log) }
  return (await sendDueEmails(shop)).filter(({ subject }) => subject.startsWith('Your box'))
}

async function subjectsSent(): Promise<string[]> {
  return (await sendEmails()).map(({ subject }) => subject.replace(/ \(.*/, ''))
}

async function calledOff(): Promise<unknown> {
  const rows =
    await world.sql`select template from public.outbox where called_off order by created_at`
  return rows.map(({ template }) => template)
}

test('a cancellation withdrawn before its email is sent sends no email', async () => {
  const { subscription } = await createSubscriber(world)
  await setCancelled(subscription, true)
  await setCancelled(subscription, false)
  expect(await subjectsSent()).toEqual([])
  expect(await calledOff()).toEqual(['box_cancelled', 'box_resumed'])
  await postSubscriptionEvent(world, 'customer.subscription.updated', subscription)
  expect(await subjectsSent()).toEqual([])
})

test(
  'a withdrawn cancellation is emailed once each time',
  { tags: ['email-boxes-30'] },
  async () => {
    const { subscription } = await createSubscriber(world)
    await setCancelled(subscription, true)
    expect(await subjectsSent()).toEqual(['Your box is cancelled'])
    await setCancelled(subscription, false)
    const [email, ...more] = await sendEmails()
    expect(more).toEqual([])
    expect(email?.subject).toMatch(/^Your box is back on/)
    expect(email?.text.replace(/\s+/g, ' ')).toMatch(
      /The next payment is £20\.00 on \w{3} \d+ \w{3} \d{4}/,
    )
    for (let time = 0; time < 2; time += 1)
      await postSubscriptionEvent(world, 'customer.subscription.updated', subscription)
    expect(await subjectsSent()).toEqual([])
    await setCancelled(subscription, true)
    expect(await subjectsSent()).toEqual(['Your box is cancelled'])
    await setCancelled(subscription, false)
    expect(await subjectsSent()).toEqual(['Your box is back on'])
  },
)

test('a subscription resumed and cancelled again before the emails are sent gets one cancellation email', async () => {
  const { subscription } = await createSubscriber(world)
  await setCancelled(subscription, true)
  expect(await subjectsSent()).toEqual(['Your box is cancelled'])
  await setCancelled(subscription, false)
  await setCancelled(subscription, true)
  expect(await subjectsSent()).toEqual(['Your box is cancelled'])
})

test('a customer who was emailed about a cancellation is emailed when the subscription resumes', async () => {
  const { subscription } = await createSubscriber(world)
  await setCancelled(subscription, true)
  expect(await subjectsSent()).toEqual(['Your box is cancelled'])
  for (const cancels of [false, true, false]) await setCancelled(subscription, cancels)
  expect(await subjectsSent()).toEqual(['Your box is back on'])
  for (const cancels of [true, false]) await setCancelled(subscription, cancels)
  expect(await subjectsSent()).toEqual([])
})

test('an email about a failed payment is cancelled when the payment succeeds first', async () => {
  const { subscription } = await createSubscriber(world)
  await renewInPortal(world, subscription, 'failed')
  await renewInPortal(world, subscription, 'succeeded', 'retry')
  expect(await subjectsSent()).toEqual([])
  expect(await calledOff()).toEqual(['box_payment_failed'])
})

test('an email about a subscription has its state at the time of sending', async () => {
  const { subscription } = await createSubscriber(world)
  await renewInPortal(world, subscription, 'failed')
  await renewInPortal(world, subscription, 'failed', 'retry')
  const [asked] = await world.sql`
    select retry_at from public.subscriptions where stripe_subscription_id = ${subscription}`
  const day = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'Europe/London',
  })
  const [email] = await sendEmails()
  expect(email?.text.replace(/\s+/g, ' ')).toContain(`We’ll try again on `)
  expect(email?.text).toContain(day.format(asked?.retry_at))
})
