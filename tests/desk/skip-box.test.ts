import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createSubscriber,
  getSubscription,
  latestInvoice,
  renewInPortal,
  getRenewalOrders,
  type Subscriber,
  twinkBoxSlug,
} from '../payments/boxes.ts'
import { getOrders } from '../payments/checkouts.ts'
import { createRecordingLog, openPaymentWorld, type PaymentWorld } from '../payments/world.ts'
import { sendDueEmails, type SentEmail } from '../support/deliver.ts'
import { createDeskUser, type DeskUser } from './money.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

let world: PaymentWorld
let owner: DeskUser
let packer: DeskUser
beforeAll(async () => {
  world = await openPaymentWorld()
  owner = await createDeskUser(world, 'owner')
  packer = await createDeskUser(world, 'packer')
})
beforeEach(async () => {
  world.webhook.down = false
  world.provider.fault = { kind: 'none' }
  await world.sql`delete from public.outbox`
})
afterAll(() => world.stop())

interface Skippable extends Subscriber {
  number: number
}

async function aSubscription(): Promise<Skippable> {
  const subscriber = await createSubscriber(world, [twinkBoxSlug])
  const [order] = await getOrders(world, subscriber.shopper)
  return { ...subscriber, number: Number(order?.number) }
}

/** Asks to skip or to keep a renewal of the box; `due` is by default the date of the next renewal. */
async function skip({ shopper, number }: Skippable, skips = true, due?: Date, by = owner) {
  const dueAt = due ?? (await getSubscription(world, shopper)).current_period_end
  return by.ask({ do: 'skip_renewal', number, due: dueAt.toISOString(), skips })
}

/** Advances the clock and processes the renewals that fall due, with their webhook events. */
async function pass(ms: number): Promise<void> {
  world.clock.advance(ms)
  for (let round = 0; round < 3; round += 1) await world.sandbox.runDue()
}

/** Sends all waiting emails. Returns those about boxes. */
async function sendEmails(): Promise<SentEmail[]> {
  const { client: secret, url, keys, clock, log } = world
  const shop = { secret, siteUrl: new URL(url), keys, clock, log: createRecordingLog(log) }
  return (await sendDueEmails(shop)).filter(({ subject }) => subject.includes(' box '))
}
const subjectsSent = async () =>
  (await sendEmails()).map(({ subject }) => subject.replace(/ \(.*/, ''))

const monthOf = (date: Date | null) =>
  date?.toLocaleDateString('en-GB', { month: 'long', timeZone: 'Europe/London' })
const refusal = (status: number, message: RegExp) => ({
  status,
  body: { error: { message: expect.stringMatching(message) } },
})

/** Returns the desk's log entries about a box, and whether the provider has carried out the change of each. */
function logOf({ number }: Skippable) {
  return world.sql`
    select action, (after ->> 'isDone')::boolean as "isDone" from public.desk_log
    where subject = ${`order:${number}`} order by id`
}

/** Returns how often open desks have been notified that a box has changed. */
async function countBroadcasts(): Promise<number> {
  const [row] = await world.sql<{ times: number }[]>`
    select count(*)::int as times from realtime.messages where topic = 'desk' and event = 'boxes'`
  return row?.times ?? 0
}

describe('skipping a box', () => {
  test('open desks are notified when a box is skipped', async () => {
    const box = await aSubscription()
    const before = await countBroadcasts()
    expect(await skip(box)).toMatchObject({ status: 200 })
    expect(await countBroadcasts()).toBeGreaterThan(before)
  })

  test('a skipped box is neither charged nor ordered, and the following one is', async () => {
    const box = await aSubscription()
    const before = await getSubscription(world, box.shopper)
    expect(await skip(box)).toMatchObject({ status: 200 })
    const skipped = await getSubscription(world, box.shopper)
    expect(skipped).toMatchObject({ status: 'active', ends_at: null })
    expect(skipped.current_period_end).toEqual(before.current_period_end)

    const wait = before.current_period_end.getTime() - world.clock.now()
    await pass(wait + 1000)
    await pass(2 * hour)
    expect(await latestInvoice(world, box.subscription)).toMatchObject({
      status: 'void',
      amount_paid: 0,
    })
    expect(await getRenewalOrders(world, box.shopper)).toEqual([])
    const after = await getSubscription(world, box.shopper)
    expect(after).toMatchObject({ status: 'active', skips_to: null })
    expect(after.current_period_end).toEqual(skipped.skips_to)

    await pass(day)
    const atProvider = await world.stripe.subscriptions.retrieve(box.subscription)
    expect(atProvider.pause_collection).toBeNull()
    await renewInPortal(world, box.subscription)
    expect(await getRenewalOrders(world, box.shopper)).toHaveLength(1)
  })

  test('the shopper gets one email when a box is skipped and one when it is restored', async () => {
    const box = await aSubscription()
    const { current_period_end: due } = await getSubscription(world, box.shopper)
    const skipped = `We’ll skip your ${monthOf(due)} box`
    const back = `We’ll pack your ${monthOf(due)} box after all`
    await skip(box)
    const [email, ...more] = await sendEmails()
    expect(more).toEqual([])
    expect(email?.subject).toBe(`${skipped} (order ${box.number})`)
    expect(email?.text.replace(/\s+/g, ' ')).toMatch(/The next payment is £20\.00 on \w{3} \d+/)
    await world.sandbox.runDue()
    expect(await subjectsSent()).toEqual([])
    expect(await skip(box, false)).toMatchObject({ status: 200 })
    expect(await getSubscription(world, box.shopper)).toMatchObject({ skips_to: null })
    expect(await subjectsSent()).toEqual([back])
    await skip(box)
    expect(await subjectsSent()).toEqual([skipped])
    await renewInPortal(world, box.subscription)
    expect(await getRenewalOrders(world, box.shopper)).toEqual([])
    await skip(box)
    expect(await subjectsSent()).toEqual([
      `We’ll skip your ${monthOf((await getSubscription(world, box.shopper)).current_period_end)} box`,
    ])
  })

  test('the email of a box that is settled after the next one was skipped names the payment after that', async () => {
    const box = await aSubscription()
    world.webhook.down = true
    await renewInPortal(world, box.subscription)
    const { items } = await world.stripe.subscriptions.retrieve(box.subscription)
    const due = (items.data[0]?.current_period_end ?? 0) * 1000
    await world.stripe.subscriptions.update(box.subscription, {
      pause_collection: { behavior: 'void', resumes_at: (due + day) / 1000 },
    })
    world.webhook.down = false
    await pass(2 * hour)
    const { current_period_end: skipped, skips_to: next } = await getSubscription(
      world,
      box.shopper,
    )
    expect([skipped.getTime(), next]).toEqual([due, expect.any(Date)])
    const [renewal] = await world.sql`
      select data ->> 'nextAt' as at from public.outbox where template = 'box_renewal'`
    expect(new Date(renewal?.at)).toEqual(next)
  })

  test('undoing a skip before its email was sent sends no email', async () => {
    const box = await aSubscription()
    await skip(box)
    world.clock.advance(2000)
    await skip(box, false)
    expect(await subjectsSent()).toEqual([])
    await renewInPortal(world, box.subscription)
    expect(await getRenewalOrders(world, box.shopper)).toHaveLength(1)
  })

  test('only an owner can skip a box, a repeated request changes nothing, and the log and the order show it', async () => {
    const box = await aSubscription()
    expect(await skip(box, true, undefined, packer)).toMatchObject({ status: 403 })
    const first = await skip(box)
    expect(first).toMatchObject({ status: 200 })
    expect(await skip(box)).toEqual(first)
    const { data } = await owner.client.rpc('desk_order', { p_number: box.number })
    const { current_period_end: due, skips_to: next } = await getSubscription(world, box.shopper)
    expect(data).toMatchObject({ box: { isSkipped: true } })
    const shown = JSON.parse(JSON.stringify(data)).box
    expect([new Date(shown.dueAt), new Date(shown.nextAt)]).toEqual([due, next])
    expect(await logOf(box)).toEqual([{ action: 'skip_box', isDone: true }])
  })

  test('a skipped box can be stopped and then ends without a payment', async () => {
    const box = await aSubscription()
    await skip(box)
    await owner.ask({ do: 'cancel_subscription', number: box.number, atOnce: false })
    expect(await getSubscription(world, box.shopper)).toMatchObject({
      ends_at: expect.any(Date),
      skips_to: null,
    })
    expect(await subjectsSent()).toEqual(['Your box is cancelled'])
    expect(await skip(box)).toMatchObject(refusal(400, /ends when the paid time is up/))
    await renewInPortal(world, box.subscription)
    expect(await getSubscription(world, box.shopper)).toMatchObject({ status: 'cancelled' })
    expect(await skip(box)).toMatchObject(refusal(400, /has ended/))
    expect(await getRenewalOrders(world, box.shopper)).toEqual([])
  })

  test('a box cannot be skipped while a payment is overdue, within an hour of it, or for another due date', async () => {
    const late = await aSubscription()
    await renewInPortal(world, late.subscription, 'failed')
    expect(await skip(late)).toMatchObject(refusal(400, /didn’t go through/))
    const soon = await aSubscription()
    const due = new Date(Date.now() + hour / 2)
    await world.sql`
      update public.subscriptions set current_period_end = ${due} where user_id = ${soon.shopper.id}`
    expect(await skip(soon)).toMatchObject(refusal(400, /within the hour/))
    const other = await aSubscription()
    expect(await skip(other, true, new Date('2031-01-01'))).toMatchObject({ status: 409 })
    expect(await skip({ ...other, number: 99_999_999 }, true, due)).toMatchObject({ status: 400 })
  })

  test('a box cannot be skipped while a payment is being taken or when the provider’s state differs', async () => {
    const box = await aSubscription()
    const { current_period_end: first } = await getSubscription(world, box.shopper)
    await pass(first.getTime() - world.clock.now() + 1000)
    expect(await skip(box)).toMatchObject(refusal(409, /is taking a payment/))
    await pass(hour)
    expect(await getRenewalOrders(world, box.shopper)).toHaveLength(1)
    world.webhook.down = true
    await world.stripe.subscriptions.update(box.subscription, { cancel_at_period_end: true })
    expect(await skip(box)).toMatchObject({ status: 409 })
    const atProvider = await world.stripe.subscriptions.retrieve(box.subscription)
    expect(atProvider.pause_collection).toBeNull()
    expect(await getSubscription(world, box.shopper)).toMatchObject({ ends_at: expect.any(Date) })
  })

  test('a skip that the provider failed to answer succeeds on the next try', async () => {
    const box = await aSubscription()
    world.provider.fault = { kind: 'failing' }
    expect(await skip(box)).toMatchObject({ status: 502 })
    expect(await getSubscription(world, box.shopper)).toMatchObject({ skips_to: null })
    world.provider.fault = { kind: 'none' }
    expect(await skip(box)).toMatchObject({ status: 200 })
    expect(await getSubscription(world, box.shopper)).toMatchObject({ skips_to: expect.any(Date) })
    expect(await logOf(box)).toEqual([
      { action: 'skip_box', isDone: false },
      { action: 'skip_box', isDone: true },
    ])
  })

  test('a stop that the provider failed to answer is logged as requested', async () => {
    const box = await aSubscription()
    const ask = { do: 'cancel_subscription', number: box.number, atOnce: true }
    world.provider.fault = { kind: 'failing' }
    expect(await owner.ask(ask)).toMatchObject({ status: 502 })
    expect(await logOf(box)).toEqual([{ action: 'stop_box', isDone: false }])
    world.provider.fault = { kind: 'none' }
    expect(await owner.ask(ask)).toMatchObject({ status: 200 })
    expect((await logOf(box)).at(-1)).toEqual({ action: 'stop_box', isDone: true })
    const { error } = await owner.client.rpc('confirm_box_change', {
      p_number: box.number,
      p_action: 'stop_box',
    })
    expect(error).toMatchObject({ code: '42501' })
  })
})
