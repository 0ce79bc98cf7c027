import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signLink } from '../../supabase/functions/_shared/signed-link.ts'
import { createPersonalData } from '../../supabase/functions/personal-data/handler.ts'
import {
  createSubscriber,
  getSubscription,
  latestInvoice,
  renewInPortal,
  getRenewalOrders,
  type Subscriber,
} from './boxes.ts'
import { postWebhook, createEventBody } from './events.ts'
import { businessEmail } from './small-shop.ts'
import { openPaymentWorld, type Shopper, type PaymentWorld } from './world.ts'

const password = 'Correct-Horse-1'

let world: PaymentWorld
let personalData: (request: Request) => Promise<Response>
let hash: string
beforeAll(async () => {
  world = await openPaymentWorld()
  personalData = createPersonalData(world.environment)
  hash = await hashOfPassword()
})
beforeEach(async () => {
  world.webhook.down = false
  world.provider.fault = { kind: 'none' }
  await world.sql`delete from public.rate_limits`
})
afterAll(() => world.stop())

/** Returns the password hash of an account that is created by a sign-up. */
async function hashOfPassword(): Promise<string> {
  const answer = await fetch(`${world.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: world.keys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'first@example.com', password }),
  })
  expect(answer.status).toBe(200)
  const [user] = await world.sql`
    select encrypted_password as hash from auth.users where email = 'first@example.com'`
  return String(user?.hash)
}

/** Creates a subscriber whose first box was sent and who has cancelled the renewals. */
async function aLeaver(
  changes: { isOverdue?: boolean; isSent?: boolean } = {},
): Promise<Subscriber> {
  const leaver = await createSubscriber(world)
  const { shopper, subscription, orderId } = leaver
  await world.sql`update auth.users set encrypted_password = ${hash} where id = ${shopper.id}`
  if (changes.isSent !== false)
    await world.sql`update public.orders set status = 'fulfilled', fulfilled_at = now() where id = ${orderId}`
  if (changes.isOverdue === true) await renewInPortal(world, subscription, 'failed')
  await world.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  await world.sandbox.runDue()
  expect((await getSubscription(world, shopper)).ends_at).not.toBeNull()
  return leaver
}

function post(action: string, body: BodyInit, headers: Record<string, string>): Promise<Response> {
  const address = `${world.url}/functions/v1/personal-data/${action}`
  return personalData(
    new Request(address, {
      method: 'POST',
      headers: { 'x-forwarded-for': '198.51.100.7', ...headers },
      body,
    }),
  )
}

function erase({ token }: Shopper): Promise<Response> {
  return post('account/erase', JSON.stringify({ password }), { authorization: `Bearer ${token}` })
}

/** Erases a shopper by the link in the email. Returns the `outcome` of the page to which the link leads. */
async function eraseByLink({ email }: Shopper): Promise<string | null> {
  const [asked] = await world.sql`
    insert into public.data_requests (email, expires_at)
    values (${email}, ${new Date(world.clock.now() + 3_600_000)}) returning id`
  const token = await signLink(world.environment, 'your-data', String(asked?.id), null)
  const answer = await post('erase', new URLSearchParams({ token, sure: 'yes' }), {})
  return new URL(answer.headers.get('location') ?? '').searchParams.get('outcome')
}

async function isThere({ id }: Shopper): Promise<boolean> {
  return (await world.sql`select from auth.users where id = ${id}`).length === 1
}

async function ordersOfBox(subscription: string): Promise<readonly unknown[]> {
  return world.sql`select from public.orders where stripe_subscription_id = ${subscription}`
}

async function stateOf(subscription: string): Promise<unknown> {
  const rows = await world.sql`
    select status, email, user_id from public.subscriptions where stripe_subscription_id = ${subscription}`
  return rows[0]
}

const gone = { status: 'cancelled', email: '', user_id: null }

async function aPortal({ shopper }: Subscriber): Promise<string> {
  const { stripe_customer_id: customer } = await getSubscription(world, shopper)
  const session = await world.stripe.billingPortal.sessions.create({ customer })
  return session.url
}

async function press(portal: string, fields: Record<string, string>): Promise<Response> {
  const page = await (await fetch(portal)).text()
  const token = /name="token" value="([0-9a-f]+)"/.exec(page)?.[1] ?? ''
  return fetch(portal, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: world.url },
    body: new URLSearchParams({ token, ...fields }),
  })
}

describe('an erasure with a cancelled subscription', () => {
  test('an erasure ends a cancelled subscription first, so that no overdue payment is taken', async () => {
    const { shopper, subscription } = await aLeaver({ isOverdue: true })
    expect((await erase(shopper)).status).toBe(200)
    expect(await isThere(shopper)).toBe(false)
    expect(await stateOf(subscription)).toEqual(gone)
    expect((await world.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
    expect(await latestInvoice(world, subscription)).toMatchObject({
      status: 'open',
      auto_advance: false,
      next_payment_attempt: null,
    })
    expect((await renewInPortal(world, subscription, 'succeeded', 'retry')).status).toBe(422)
    world.clock.advance(40 * 24 * 3_600_000)
    await world.sandbox.runDue()
    expect(await ordersOfBox(subscription)).toHaveLength(1)
    const emails = await world.sql`select from public.outbox where recipient = ${shopper.email}`
    expect(emails).toEqual([])
  })

  test('an open portal can change nothing after an erasure', async () => {
    const leaver = await aLeaver({ isOverdue: true })
    const { subscription } = leaver
    const portal = await aPortal(leaver)
    expect((await erase(leaver.shopper)).status).toBe(200)
    expect(await (await fetch(portal)).text()).toContain('Ended on ')
    for (const deed of ['keep', 'cancel', 'renew', 'retry']) {
      const answer = await press(portal, { do: deed, subscription, outcome: 'succeeded' })
      expect(answer.status).toBe(422)
    }
    await press(portal, { do: 'card', card: '4242 4242 4242 4242' })
    await world.sandbox.runDue()
    expect(await stateOf(subscription)).toEqual(gone)
    expect(await ordersOfBox(subscription)).toHaveLength(1)
  })

  test('an erasure by an emailed link ends a cancelled subscription', async () => {
    const { shopper, subscription } = await aLeaver()
    expect(await eraseByLink(shopper)).toBe('erased')
    expect(await isThere(shopper)).toBe(false)
    expect(await stateOf(subscription)).toEqual(gone)
    expect((await world.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
  })

  test('an erasure is refused while the provider does not answer', async () => {
    const { shopper, subscription } = await aLeaver()
    world.provider.fault = { kind: 'failing' }
    const refused = await erase(shopper)
    expect(refused.status).toBe(502)
    expect((await refused.json()).error).toMatchObject({
      code: 'box_ending',
      message: expect.stringContaining('Nothing was erased'),
    })
    expect(await eraseByLink(shopper)).toBe('box-ending')
    expect(await isThere(shopper)).toBe(true)
    expect(await getSubscription(world, shopper)).toMatchObject({ status: 'active' })
    world.provider.fault = { kind: 'none' }
    expect((await world.stripe.subscriptions.retrieve(subscription)).status).toBe('active')
    expect((await erase(shopper)).status).toBe(200)
  })

  test('an erasure succeeds on retry when the response of the provider was lost', async () => {
    const { shopper, subscription } = await aLeaver()
    world.webhook.down = true
    world.provider.fault = { kind: 'cut' }
    await erase(shopper)
    world.provider.fault = { kind: 'none' }
    expect((await world.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
    if (await isThere(shopper)) await erase(shopper)
    expect(await isThere(shopper)).toBe(false)
    expect(await stateOf(subscription)).toEqual(gone)
  })

  test('an erasure waits for the order of an unreported payment', async () => {
    const { shopper, subscription } = await aLeaver({ isOverdue: true })
    world.webhook.down = true
    await renewInPortal(world, subscription, 'succeeded', 'retry')
    const refused = await erase(shopper)
    expect([refused.status, (await refused.json()).error.code]).toEqual([409, 'order_open'])
    expect(await getRenewalOrders(world, shopper)).toMatchObject([{ status: 'paid' }])
    expect(await isThere(shopper)).toBe(true)
  })

  test('an erasure ignores a subscription unknown at the provider', async () => {
    const { shopper, subscription } = await aLeaver()
    const unknown = `sub_elsewhere_${shopper.id}`
    await world.sql`
      update public.subscriptions set stripe_subscription_id = ${unknown} where stripe_subscription_id = ${subscription}`
    expect((await erase(shopper)).status).toBe(200)
    expect(await isThere(shopper)).toBe(false)
    expect(await stateOf(unknown)).toEqual(gone)
  })

  test('a refused erasure ends no subscription', async () => {
    const { shopper, subscription } = await aLeaver({ isSent: false })
    const refused = await erase(shopper)
    expect((await refused.json()).error.code).toBe('order_open')
    expect((await world.stripe.subscriptions.retrieve(subscription)).status).toBe('active')
  })
})

test('a subscription event during an erasure does not restore the address', async () => {
  const { shopper, subscription } = await aLeaver()
  const object = await world.stripe.subscriptions.retrieve(subscription)
  let news: Promise<Response> | undefined
  await world.sql.begin(async (sql) => {
    await sql`update public.subscriptions set status = 'cancelled' where stripe_subscription_id = ${subscription}`
    await sql`select public.erase_person(${shopper.id}, ${shopper.email}, ${businessEmail})`
    news = postWebhook(world, createEventBody('customer.subscription.updated', object))
    await expect
      .poll(
        () => world.sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%settle_payment%'`,
      )
      .not.toEqual([])
  })
  expect((await news)?.status).toBe(200)
  expect(await stateOf(subscription)).toMatchObject({ email: '', user_id: null })
})

test(
  'a payment of an erased customer is quarantined, and the owner is emailed once',
  { tags: ['email-stray-payment-30'] },
  async () => {
    const { shopper, subscription } = await aLeaver({ isOverdue: true })
    // Sets the state that an erasure by an older version has left, which did not end boxes before it erased.
    await world.sql`
    select public.anonymise_orders(array(select id from public.orders where user_id = ${shopper.id}), now())`
    await world.sql`delete from public.outbox`
    await renewInPortal(world, subscription, 'succeeded', 'retry')
    const invoice = await latestInvoice(world, subscription)
    expect(invoice.status).toBe('paid')
    await postWebhook(world, createEventBody('invoice.paid', invoice))
    expect(await ordersOfBox(subscription)).toHaveLength(1)
    expect(await world.sql`select template, recipient, data from public.outbox`).toEqual([
      {
        template: 'stray_payment',
        recipient: businessEmail,
        data: { invoice: invoice.id, subscription },
      },
    ])
    const [event] = await world.sql`
    select outcome, detail from public.payment_events where type = 'invoice.paid' order by received_at desc limit 1`
    expect(event).toEqual({ outcome: 'set aside', detail: 'a box of somebody who has been erased' })
    expect(world.log.filter(({ message }) => message === 'payment event: set aside')).not.toEqual(
      [],
    )
  },
)
