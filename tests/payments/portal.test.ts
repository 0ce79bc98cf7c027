import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createSubscriber,
  getSubscription,
  type SubscriptionRow,
  renewInPortal,
  getRenewalOrders,
  getEmailTemplatesTo,
} from './boxes.ts'
import { providerKey } from './small-shop.ts'
import { openPaymentWorld, type Shopper, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

interface Answer {
  status: number
  body: { url?: string; error?: { code: string; message: string } }
}

/** Requests the URL of the customer portal as the account page does. */
async function askPortal(
  token: string | null,
  body: unknown,
  headers: Record<string, string> = {},
  shop = world,
): Promise<Answer> {
  const answer = await fetch(`${shop.url}/functions/v1/billing-portal`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: shop.keys.publishable,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

async function aSubscriberWithPortal(): Promise<{
  shopper: Shopper
  subscription: string
  box: SubscriptionRow
  portal: string
}> {
  const { shopper, subscription } = await createSubscriber(world)
  const box = await getSubscription(world, shopper)
  const { body } = await askPortal(shopper.token, { box: box.id })
  return { shopper, subscription, box, portal: body.url ?? '' }
}

async function read(address: string): Promise<string> {
  return (await fetch(address)).text()
}

/** Submits one of the forms on a page of the portal, as a browser does. */
async function press(
  portal: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const token = /name="token" value="([0-9a-f]+)"/.exec(await read(portal))?.[1] ?? ''
  return fetch(portal, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: new URL(portal).origin,
      ...headers,
    },
    body: new URLSearchParams({ token, ...fields }),
  })
}

describe('the portal request', () => {
  test('the owner of a subscription gets a portal link that leads back to the account', async () => {
    const { box, portal } = await aSubscriberWithPortal()
    expect(portal).toMatch(`${world.url}/sandbox/payments/portal/`)
    const page = await read(portal)
    expect(page).toContain('Twink Box, Monthly')
    expect(page).toContain(`href="${world.url}/account-settings"`)
    expect(page).toContain('Next payment: £20.00 on ')
    expect(portal).not.toContain(box.stripe_customer_id)
  })

  test(
    'a portal for another account, an unknown subscription or a customer id is refused',
    { tags: ['abuse-14-boxes'] },
    async () => {
      const { box } = await aSubscriberWithPortal()
      const other = await aSubscriberWithPortal()
      const { token } = other.shopper
      const foreign = await askPortal(token, { box: box.id })
      const madeUp = await askPortal(token, { box: crypto.randomUUID() })
      expect(foreign).toEqual(madeUp)
      expect(foreign.status).toBe(404)
      for (const body of [
        { customer: box.stripe_customer_id },
        { box: box.stripe_customer_id },
        {},
      ])
        expect((await askPortal(token, body)).status).toBe(400)
      const own = await askPortal(token, { box: other.box.id, customer: box.stripe_customer_id })
      const { data } = await world.stripe.subscriptions.list({ customer: box.stripe_customer_id })
      expect(await read(own.body.url ?? '')).not.toContain(data[0]?.id ?? 'nothing')
    },
  )

  test(
    'a portal request without a sign-in, from another site or in a flood is refused',
    { tags: ['abuse-14-boxes', 'form-billing-portal-30'] },
    async () => {
      const { shopper, box } = await aSubscriberWithPortal()
      const asks = { box: box.id }
      const requests = world.provider.requests.length
      for (const token of [null, 'nonsense', world.keys.publishable, world.keys.secret])
        expect((await askPortal(token, asks)).status).toBe(401)
      expect(
        (await askPortal(shopper.token, asks, { origin: 'https://evil.example' })).status,
      ).toBe(403)
      expect((await askPortal(shopper.token, '{"__proto__":1}')).status).toBe(400)
      expect((await askPortal(shopper.token, 'x'.repeat(5000))).status).toBe(413)
      const headers = { apikey: world.keys.publishable }
      const page = await fetch(`${world.url}/functions/v1/billing-portal`, { headers })
      expect(page.status).toBe(405)
      expect(world.provider.requests).toHaveLength(requests)
      let last = 200
      for (let time = 0; time < 25 && last === 200; time += 1)
        last = (await askPortal(shopper.token, asks)).status
      expect(last).toBe(429)
    },
  )

  test('a flood of portal requests is logged and blocks only its account', async () => {
    await world.sql`delete from public.security_audit_log`
    const { shopper, box } = await aSubscriberWithPortal()
    const other = await aSubscriberWithPortal()
    for (let time = 0; time < 26; time += 1) await askPortal(shopper.token, { box: box.id })
    const notes = await world.sql`
      select details ->> 'form' as form from public.security_audit_log where event_type = 'rate_limit_violation'`
    expect(notes).toEqual(Array.from({ length: 5 }, () => ({ form: 'billing-portal' })))
    expect((await askPortal(shopper.token, { box: box.id })).status).toBe(429)
    expect((await askPortal(other.shopper.token, { box: other.box.id })).status).toBe(200)
  })

  test('a portal request fails with 502 when the provider does not answer', async () => {
    const { shopper, box } = await aSubscriberWithPortal()
    world.provider.fault = { kind: 'failing' }
    const { status, body } = await askPortal(shopper.token, { box: box.id })
    world.provider.fault = { kind: 'none' }
    expect([status, body.error?.code]).toEqual([502, 'provider_failed'])
  })

  test('the portal configuration is created once on a new payment account', async () => {
    const fresh = await openPaymentWorld()
    const { shopper } = await createSubscriber(fresh)
    const body = { box: (await getSubscription(fresh, shopper)).id }
    const before = fresh.provider.requests.length
    for (let time = 0; time < 2; time += 1)
      expect((await askPortal(shopper.token, body, {}, fresh)).status).toBe(200)
    const { data } = await fresh.stripe.billingPortal.configurations.list()
    expect(data).toMatchObject([
      {
        metadata: { shop: 'box_portal' },
        features: {
          payment_method_update: { enabled: true },
          subscription_cancel: { enabled: true, mode: 'at_period_end' },
        },
      },
    ])
    const asked = fresh.provider.requests.slice(before)
    expect(asked.filter((one) => one === 'POST /v1/billing_portal/configurations')).toHaveLength(1)
    await fresh.stop()
  })
})

describe('the portal', () => {
  test('the portal cancels a subscription in two steps and resumes it', async () => {
    const { shopper, subscription, portal } = await aSubscriberWithPortal()
    expect(await read(portal)).toContain(`href="${portal}/cancel/${subscription}"`)
    const question = await read(`${portal}/cancel/${subscription}`)
    expect(question).toContain('Cancel your subscription?')
    expect(question).toContain('No more payments will be taken.')
    expect((await getSubscription(world, shopper)).ends_at).toBeNull()
    const done = await press(portal, { do: 'cancel', subscription })
    expect([done.status, done.headers.get('location')]).toEqual([303, portal])
    expect((await getSubscription(world, shopper)).ends_at).not.toBeNull()
    expect(await getEmailTemplatesTo(world, shopper)).toContain('box_cancelled')
    expect(await read(portal)).toContain('Cancelled. Ends on ')
    await press(portal, { do: 'keep', subscription })
    expect((await getSubscription(world, shopper)).ends_at).toBeNull()
  })

  test('the portal simulates a renewal, a failed payment and its recovery by another card', async () => {
    const { shopper, subscription, portal } = await aSubscriberWithPortal()
    await press(portal, { do: 'renew', subscription, outcome: 'succeeded' })
    expect(await getRenewalOrders(world, shopper)).toHaveLength(1)
    await press(portal, { do: 'renew', subscription, outcome: 'failed' })
    expect(await getSubscription(world, shopper)).toMatchObject({
      status: 'past_due',
      overdue_amount: 2000,
    })
    expect(await read(portal)).toContain('The last payment of £20.00 was declined.')
    await press(portal, { do: 'cancel', subscription })
    const both = /Cancelled\. Ends on [^]*The last payment of £20\.00 was declined\./
    expect(await read(portal)).toMatch(both)
    await press(portal, { do: 'keep', subscription })
    const declined = await press(portal, { do: 'card', card: '4000 0000 0000 0002' })
    expect([declined.status, await declined.text()]).toEqual([
      422,
      expect.stringContaining('Your card was declined.'),
    ])
    await press(portal, { do: 'card', card: '4242 4242 4242 4242' })
    expect((await getSubscription(world, shopper)).status).toBe('active')
    expect(await getRenewalOrders(world, shopper)).toHaveLength(2)
  })

  test(
    'the portal shows and changes nothing of another customer',
    { tags: ['abuse-14-boxes'] },
    async () => {
      const { portal } = await aSubscriberWithPortal()
      const victim = await aSubscriberWithPortal()
      expect(await read(portal)).not.toContain(victim.subscription)
      expect((await fetch(`${portal}/cancel/${victim.subscription}`)).status).toBe(404)
      for (const deed of ['cancel', 'renew', 'retry', 'keep']) {
        const answer = await press(portal, {
          do: deed,
          subscription: victim.subscription,
          outcome: 'failed',
        })
        expect(answer.status).toBe(422)
      }
      expect(await getSubscription(world, victim.shopper)).toMatchObject({
        status: 'active',
        ends_at: null,
      })
    },
  )

  test('the portal refuses an unknown or expired address, another site and a missing token', async () => {
    const { shopper, subscription, portal } = await aSubscriberWithPortal()
    expect((await fetch(`${world.url}/sandbox/payments/portal/test_made_up`)).status).toBe(404)
    const fields = { do: 'cancel', subscription }
    expect((await press(portal, fields, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await press(portal, { ...fields, token: '00' })).status).toBe(403)
    expect((await press(portal, fields, { 'content-type': 'text/plain' })).status).toBe(403)
    expect((await fetch(portal, { method: 'DELETE' })).status).toBe(405)
    world.clock.advance(61 * 60 * 1000)
    expect((await fetch(portal)).status).toBe(410)
    expect((await press(portal, fields)).status).toBe(410)
    expect((await getSubscription(world, shopper)).ends_at).toBeNull()
  })
})

describe('subscription requests', () => {
  const post = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(`${world.url}/sandbox/payments/v1/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${providerKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(fields),
    })
    return [answer.status, (await answer.json()).error.message]
  }

  test('subscription requests are refused with the messages of the provider', async () => {
    const { subscription, box } = await aSubscriberWithPortal()
    const sessions = 'billing_portal/sessions'
    const customer = box.stripe_customer_id
    expect(await post(sessions, {})).toEqual([400, 'Missing required param: customer.'])
    expect(await post(sessions, { customer: 'cus_x' })).toEqual([400, "No such customer: 'cus_x'"])
    expect(await post(sessions, { customer, return_url: 'nowhere' })).toEqual([
      400,
      'Not a valid URL',
    ])
    expect(await post(sessions, { customer, colour: 'red' })).toEqual([
      400,
      'Received unknown parameter: colour',
    ])
    expect(await post(`subscriptions/${subscription}`, { cancel_at_period_end: 'soon' })).toEqual([
      400,
      'Invalid boolean: soon',
    ])
    await world.stripe.subscriptions.cancel(subscription)
    await expect(world.stripe.subscriptions.cancel(subscription)).rejects.toThrow(
      'No such subscription',
    )
    await expect(
      world.stripe.subscriptions.update(subscription, { cancel_at_period_end: true }),
    ).rejects.toThrow('A canceled subscription can only update')
    expect((await renewInPortal(world, subscription)).status).toBe(422)
    expect((await renewInPortal(world, subscription, 'succeeded', 'retry')).status).toBe(422)
  })

  test('the subscription list has ended ones only on request', async () => {
    const { subscription, box } = await aSubscriberWithPortal()
    const list = async (status?: 'all' | 'canceled') => {
      const params = { customer: box.stripe_customer_id, ...(status && { status }) }
      return (await world.stripe.subscriptions.list(params)).data.map((one) => one.id)
    }
    expect(await list()).toEqual([subscription])
    await world.stripe.subscriptions.cancel(subscription)
    expect([await list(), await list('all'), await list('canceled')]).toEqual([
      [],
      [subscription],
      [subscription],
    ])
  })
})
