import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFormToken, payOnPage } from './support/pay-on-page.ts'
import { boxPrice, createSession, openSandbox, type TestSandbox } from './support/sandbox.ts'

let setup: TestSandbox
beforeAll(async () => {
  setup = await openSandbox()
})
afterAll(() => setup.stop())

type Changes = Parameters<typeof createSession>[1]

const delivered: Changes = {
  shipping_address_collection: { allowed_countries: ['GB'] },
  shipping_options: [{ shipping_rate: 'shr_standard' }],
}
const sized: Changes = {
  custom_fields: [
    {
      key: 'size',
      label: { type: 'custom', custom: 'Size: Tee' },
      type: 'dropdown',
      dropdown: { options: ['S', 'M'].map((value) => ({ label: value, value })) },
    },
  ],
}

async function open(changes: Changes = {}): Promise<{ id: string; url: string }> {
  const { id, url } = await createSession(setup, changes)
  if (url === null) throw new Error('The session has no page')
  return { id, url }
}

const getSession = (id: string) => setup.stripe.checkout.sessions.retrieve(id)

test('the payment page shows the trader, the items, the total and a working test card', async () => {
  const custom_text = { submit: { message: 'Sold by Test Kitchen Ltd' } }
  const cancel_url = 'https://shop.example/checkout/cancelled'
  const { url } = await open({ ...delivered, ...sized, custom_text, cancel_url })
  const answer = await fetch(url)
  const page = await answer.text()
  for (const words of [
    'This is a sandbox.',
    'no money moves',
    'Test Kitchen',
    'Hot sauce',
    '£9.00',
    'Standard delivery',
    '£3.29',
    'Pay £12.29',
    '4242 4242 4242 4242',
    'United Kingdom',
    'Size: Tee',
    '/checkout/cancelled',
    'Sold by Test Kitchen Ltd',
  ])
    expect(page).toContain(words)
  expect(page).not.toContain('<script')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

test.each([
  ['4000 0000 0000 0002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['4242 4242 4242 4241', 'Your card number is incorrect.'],
  ['5555 5555 5555 4444', 'only its own card numbers'],
  ['', 'Your card number is incorrect.'],
])('the card %s is declined with a message and the session stays open', async (card, words) => {
  const { id, url } = await open()
  const declined = await payOnPage(url, { card })
  expect(declined.status).toBe(402)
  expect(await declined.text()).toContain(words)
  expect((await getSession(id)).status).toBe('open')
  expect((await payOnPage(url)).status).toBe(303)
  expect((await getSession(id)).payment_status).toBe('paid')
})

test.each([
  [{ name: '' }, 'Please enter your name.'],
  [{ postcode: '90210' }, 'Please enter a postcode'],
  [{ country: 'US' }, 'within Great Britain'],
  [{ choice_size: '' }, 'Please choose: Size'],
  [{ choice_size: 'Huge' }, 'Please choose: Size'],
])('the payment form with %j is shown again with the typed values', async (fields, words) => {
  const { url } = await open({ ...delivered, ...sized })
  const answer = await payOnPage(url, { line1: '7 Kept Street', ...fields })
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(page).toContain(words)
  expect(page).toContain('7 Kept Street')
})

test('simultaneous clicks on Pay make one payment', async () => {
  const { id, url } = await open({ payment_intent_data: { metadata: { clicks: '3' } } })
  const answers = await Promise.all([payOnPage(url), payOnPage(url), payOnPage(url)])
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([303, 410, 410])
  const { data } = await setup.stripe.paymentIntents.list({ limit: 100 })
  const paid = data.filter((payment) => payment.metadata['clicks'] === '3')
  expect(paid.map((payment) => payment.id)).toEqual([(await getSession(id)).payment_intent])
})

test(
  'a payment form from another site or without its token is refused',
  { tags: ['abuse-36'] },
  async () => {
    const { id, url } = await open()
    const fields = new URLSearchParams({ card: '4242424242424242', do: 'pay' })
    const post = (headers: Record<string, string>) => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return fetch(url, { method: 'POST', headers: { ...type, ...headers }, body: fields })
    }
    expect((await post({})).status).toBe(403)
    fields.set('token', getFormToken(await (await fetch(url)).text()))
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await getSession(id)).status).toBe('open')
  },
)

test('names on the payment page are escaped', async () => {
  const name = '<img src=x onerror=alert(1)>'
  const product_data = { name }
  const price_data = { currency: 'gbp', unit_amount: 500, product_data }
  const { url } = await open({ ...delivered, line_items: [{ price_data, quantity: 1 }] })
  const typed = { card: '', name: '"><script>alert(1)</script>' }
  const page = await (await payOnPage(url, typed)).text()
  expect(page).not.toContain('<img')
  expect(page).not.toContain('<script')
  expect(page).toContain('&lt;img src=x')
})

test('the payment page explains a paid, expired or unknown session', async () => {
  const [paid, ended] = [await open(), await open()]
  await payOnPage(paid.url)
  expect(await (await fetch(paid.url)).text()).toContain('This payment has been made.')
  await setup.stripe.checkout.sessions.expire(ended.id)
  const late = await (await fetch(ended.url)).text()
  expect(late).toContain('The time for this payment is up. Your cart is still there.')
  expect(late).toContain('/cart">')
  expect(late).not.toContain('/checkout/cancelled')
  expect((await fetch(`${paid.url}x`)).status).toBe(404)
  expect((await fetch(paid.url, { method: 'DELETE' })).status).toBe(405)
})

test('a promotion code reduces the total once, in any case and with spaces', async () => {
  const coupon = await setup.stripe.coupons.create({ percent_off: 10, duration: 'once' })
  await setup.stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    code: 'HELLO10',
    max_redemptions: 1,
  })
  const withCodes = { ...delivered, allow_promotion_codes: true }
  const { id, url } = await open(withCodes)
  const applied = await (await payOnPage(url, { do: 'code', code: ' hello 10 ' })).text()
  expect(applied).toContain('Your code takes £0.90 off.')
  expect(applied).toContain('Pay £11.39')
  await payOnPage(url)
  expect(await getSession(id)).toMatchObject({
    payment_status: 'paid',
    amount_total: 1139,
    total_details: { amount_discount: 90 },
  })
  const next = await open(withCodes)
  const refused = await payOnPage(next.url, { do: 'code', code: 'HELLO10' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('This code is invalid.')
})

test.each([
  [boxPrice, 'every month'],
  ['price_box_quarterly', 'every 3 months'],
])('the payment page of %s shows the interval: %s', async (price, words) => {
  const { url } = await open({ mode: 'subscription', line_items: [{ price, quantity: 1 }] })
  expect(await (await fetch(url)).text()).toContain(words)
})

test('events to an unreachable receiver are delivered later', async () => {
  const type = 'checkout.session.completed'
  const received = () => setup.webhook.received.filter((each) => each === type).length
  await setup.sandbox.runDue()
  const before = received()
  setup.webhook.isDown = true
  const { url } = await open()
  await payOnPage(url)
  await setup.sandbox.runDue()
  expect(received()).toBe(before)
  setup.webhook.isDown = false
  setup.clock.advance(3000)
  await setup.sandbox.runDue()
  expect(received()).toBe(before + 1)
})
