import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aLine, aSession, checkOut, emailsOf, ordersOf, payOnPage } from './checkouts.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.stop())

describe('the payment page', () => {
  test('the payment page shows the trader, the items, the total and a working test card', async () => {
    const { url } = await aSession(world, ['nashville-chilli-crisp', 'got-got-need-tee'])
    const answer = await fetch(url)
    const page = await answer.text()
    for (const words of [
      'This is a sandbox.',
      'no money moves',
      'Test Kitchen',
      'Nashville Chilli Crisp',
      '£8.50',
      'Standard delivery',
      '£3.29',
      'Pay £35.79',
      '4242 4242 4242 4242',
      'United Kingdom',
      'Size: Got. Got. Need. Tee',
      '/checkout/cancelled',
      'Y’alright Kitchen LLP',
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
    const { url, shopper } = await aSession(world)
    const declined = await payOnPage(url, { card })
    expect(declined.status).toBe(402)
    expect(await declined.text()).toContain(words)
    expect((await ordersOf(world, shopper))[0]?.status).toBe('pending')
    expect((await payOnPage(url)).status).toBe(303)
    expect((await ordersOf(world, shopper))[0]?.status).toBe('paid')
  })

  test.each([
    [{ name: '' }, 'Please enter your name.'],
    [{ postcode: '90210' }, 'Please enter a postcode'],
    [{ country: 'US' }, 'within Great Britain'],
    [{ choice_size0: '' }, 'Please choose: Size'],
    [{ choice_size0: 'Huge' }, 'Please choose: Size'],
  ])('the payment form with %j is shown again with the typed values', async (fields, words) => {
    const { url } = await aSession(world, ['got-got-need-tee'])
    const answer = await payOnPage(url, { line1: '7 Kept Street', ...fields })
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain(words)
    expect(page).toContain('7 Kept Street')
  })

  test('simultaneous clicks on Pay make one payment', async () => {
    const { url, orderId } = await aSession(world)
    const answers = await Promise.all([payOnPage(url), payOnPage(url), payOnPage(url)])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([303, 410, 410])
    expect(await emailsOf(world, orderId)).toEqual(['order_confirmation', 'order_notice'])
    const { data } = await world.stripe.paymentIntents.list({ limit: 100 })
    expect(data.filter((payment) => payment.metadata['order_id'] === orderId)).toHaveLength(1)
  })

  test(
    'a payment form from another site or without its token is refused',
    { tags: ['abuse-36'] },
    async () => {
      const { url, shopper } = await aSession(world)
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const fields = new URLSearchParams({
        name: 'x',
        line1: 'x',
        city: 'x',
        postcode: 'SE1 1AA',
        country: 'GB',
        card: '4242424242424242',
        do: 'pay',
      })
      expect((await fetch(url, { method: 'POST', headers: type, body: fields })).status).toBe(403)
      const page = await (await fetch(url)).text()
      fields.set('token', /name="token" value="([0-9a-f]+)"/.exec(page)?.[1] ?? '')
      expect(
        (
          await fetch(url, {
            method: 'POST',
            headers: { ...type, origin: 'https://evil.example' },
            body: fields,
          })
        ).status,
      ).toBe(403)
      expect(
        (
          await fetch(url, {
            method: 'POST',
            headers: { ...type, 'sec-fetch-site': 'cross-site' },
            body: fields,
          })
        ).status,
      ).toBe(403)
      expect((await ordersOf(world, shopper))[0]?.status).toBe('pending')
    },
  )

  test('names on the payment page are escaped', async () => {
    await world.sql`update public.products set name = '<img src=x onerror=alert(1)>' where slug = 'hot-tomato-ketchup'`
    const { url } = await aSession(world, ['hot-tomato-ketchup'])
    const page = await (
      await payOnPage(url, { card: '', name: '"><script>alert(1)</script>' })
    ).text()
    expect(page).not.toContain('<img')
    expect(page).not.toContain('<script')
    expect(page).toContain('&lt;img src=x')
  })

  test('the payment page explains a paid, expired or unknown session', async () => {
    const [paid, ended] = [await aSession(world), await aSession(world)]
    await payOnPage(paid.url)
    expect(await (await fetch(paid.url)).text()).toContain('This payment has been made.')
    await world.stripe.checkout.sessions.expire(ended.sessionId)
    const late = await (await fetch(ended.url)).text()
    expect(late).toContain('The time for this payment is up. Your cart is still there.')
    expect(late).toContain('/cart">')
    expect(late).not.toContain('/checkout/cancelled')
    expect((await fetch(`${paid.url}x`)).status).toBe(404)
    expect((await fetch(paid.url, { method: 'DELETE' })).status).toBe(405)
  })

  test('a promotion code reduces the total once, in any case and with spaces', async () => {
    const coupon = await world.stripe.coupons.create({ percent_off: 10, duration: 'once' })
    await world.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'HELLO10',
      max_redemptions: 1,
    })
    const { url, shopper } = await aSession(world)
    const applied = await (await payOnPage(url, { do: 'code', code: ' hello 10 ' })).text()
    expect(applied).toContain('Your code takes £0.85 off.')
    expect(applied).toContain('Pay £10.94')
    await payOnPage(url)
    expect((await ordersOf(world, shopper))[0]).toMatchObject({
      status: 'paid',
      discount: 85,
      total: 1094,
    })
    const next = await aSession(world)
    const refused = await payOnPage(next.url, { do: 'code', code: 'HELLO10' })
    expect([refused.status, (await refused.text()).includes('This code is invalid.')]).toEqual([
      422,
      true,
    ])
  })

  test('the payment page shows the interval of a subscription', async () => {
    const shopper = await world.shopper()
    const { body } = await checkOut(world, shopper, [
      await aLine(world, 'twink-box-quarterly-subscription'),
    ])
    expect(await (await fetch(body.url ?? '')).text()).toContain('every 3 months')
  })
})

describe('webhook deliveries', () => {
  test('events to an unreachable shop are delivered later', async () => {
    world.webhook.down = true
    const { url, shopper } = await aSession(world)
    await payOnPage(url)
    world.webhook.down = false
    world.clock.advance(3000)
    await world.sandbox.runDue()
    expect((await ordersOf(world, shopper))[0]?.status).toBe('paid')
  })
})
