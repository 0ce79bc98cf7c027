import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { normaliseDiscountCode } from '../../domain/discount-code.ts'
import {
  createCheckoutLine,
  type CheckoutResponse,
  createCheckoutBody,
  getOrders,
  payOnPage,
  postCheckout,
} from './checkouts.ts'
import { openPaymentWorld, type Shopper, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

async function codeFor(email: string): Promise<string> {
  const [row] = await world.sql`select public.issue_discount_code(${email}) as given`
  return row?.given.code
}

/** Checks out with a discount code, by default two jars at £8.50. */
async function checkOutWith(
  shopper: Shopper,
  code: unknown,
  lines: Parameters<typeof createCheckoutBody>[1] = [],
): Promise<CheckoutResponse> {
  const goods =
    lines.length > 0 ? lines : [await createCheckoutLine(world, 'nashville-chilli-crisp', 2)]
  const body = { ...createCheckoutBody(shopper, goods), discount_code: code }
  return postCheckout(world, body, shopper.token)
}

async function shopperWithCode(): Promise<{ shopper: Shopper; code: string }> {
  const shopper = await world.shopper()
  return { shopper, code: await codeFor(shopper.email) }
}

async function lastOrder(shopper: Shopper) {
  return (await getOrders(world, shopper)).at(-1)
}

const unknownCode =
  'We don’t know this code, or it belongs to another email address. Please check it letter by letter.'

describe('discount codes at checkout', () => {
  test('a discount code takes 10% off the goods and nothing off the delivery', async () => {
    const { shopper, code } = await shopperWithCode()
    const { status, body } = await checkOutWith(shopper, code)
    expect(status).toBe(200)
    const page = await (await fetch(body.url ?? '')).text()
    expect(page).toContain('-£1.70')
    expect(page).toContain('£18.59')
    await payOnPage(body.url ?? '')
    expect(await lastOrder(shopper)).toMatchObject({
      status: 'paid',
      subtotal: 1700,
      discount: 170,
      delivery_price: 329,
      total: 1859,
    })
    const [email] =
      await world.sql`select data from public.outbox where template = 'order_confirmation' and recipient = ${shopper.email}`
    expect(email?.data).toMatchObject({ discount: 170, total: 1859 })
  })

  test('a discount code takes 10% off the first payment of a box and nothing off its delivery', async () => {
    const { shopper, code } = await shopperWithCode()
    const box = await createCheckoutLine(world, 'big-gay-bear-box-monthly-subscription')
    const { body } = await checkOutWith(shopper, code, [box])
    await payOnPage(body.url ?? '')
    expect(await lastOrder(shopper)).toMatchObject({
      status: 'paid',
      subtotal: 4500,
      discount: 450,
    })
    const session = await world.stripe.checkout.sessions.retrieve(body.session_id ?? '')
    const coupon = await world.stripe.coupons.retrieve(String(session.discounts?.[0]?.coupon))
    expect(coupon).toMatchObject({ amount_off: 450, duration: 'once', max_redemptions: 1 })
  })

  test(
    'a discount code is accepted in any case and with spaces',
    { tags: ['abuse-6', 'form-checkout-6'] },
    async () => {
      const { shopper, code } = await shopperWithCode()
      const typed = ` ${code.slice(0, 4).toLowerCase()} ${code.slice(4).toLowerCase()} `
      expect((await checkOutWith(shopper, typed)).status).toBe(200)
      expect(await lastOrder(shopper)).toMatchObject({ discount: 170 })
    },
  )

  test(
    'an address gets one discount code in one email, however often it asks',
    { tags: ['email-discount-code-30'] },
    async () => {
      const email = `${randomUUID()}@example.com`
      const codes = await Promise.all([
        codeFor(email),
        codeFor(email.toUpperCase()),
        codeFor(email),
      ])
      expect(new Set(codes).size).toBe(1)
      const emails =
        await world.sql`select data from public.outbox where template = 'discount_code' and lower(recipient) = ${email}`
      expect(emails.map(({ data }) => data.code)).toEqual([codes[0]])
    },
  )

  test.each([
    ['another account', async () => codeFor(`${randomUUID()}@example.com`)],
    ['nobody', async () => 'TEN000000000'],
    ['an injection', async () => "10' or 1=1 --"],
  ])('the discount code of %s is refused without an order or session', async (_, getCode) => {
    const shopper = await world.shopper()
    const { status, body } = await checkOutWith(shopper, await getCode())
    expect(status).toBe(409)
    expect(body.error).toMatchObject({
      code: 'discount_refused',
      message: unknownCode,
    })
    expect(await getOrders(world, shopper)).toEqual([])
  })

  test('an expired discount code is refused', { tags: ['abuse-6'] }, async () => {
    const { shopper, code } = await shopperWithCode()
    await world.sql`update public.discount_codes set expires_at = now() - interval '1 second' where code = ${code}`
    const { status, body } = await checkOutWith(shopper, code)
    expect([status, body.error?.message]).toEqual([409, 'This code has expired.'])
    expect(await getOrders(world, shopper)).toEqual([])
  })

  test('an expired unused discount code is replaced by a new one with an email', async () => {
    const { shopper, code } = await shopperWithCode()
    await world.sql`update public.discount_codes set expires_at = now() - interval '1 second' where code = ${code}`
    const [next, same] = [await codeFor(shopper.email), await codeFor(shopper.email)]
    expect(next).not.toBe(code)
    expect(same).toBe(next)
    const emails =
      await world.sql`select data from public.outbox where template = 'discount_code' and recipient = ${shopper.email} order by created_at`
    expect(emails.map(({ data }) => data.code)).toEqual([code, next])
    expect((await checkOutWith(shopper, code)).status).toBe(409)
    expect((await checkOutWith(shopper, next)).status).toBe(200)
  })

  test('a used discount code is refused and not replaced', { tags: ['abuse-6'] }, async () => {
    const { shopper, code } = await shopperWithCode()
    const { body } = await checkOutWith(shopper, code)
    await payOnPage(body.url ?? '')
    expect(await codeFor(shopper.email)).toBeNull()
    const again = await checkOutWith(shopper, code, [
      await createCheckoutLine(world, 'apple-terror-sauce'),
    ])
    expect([again.status, again.body.error?.message]).toEqual([409, 'This code has been used.'])
    expect(await getOrders(world, shopper)).toHaveLength(1)
  })

  test(
    'twenty simultaneous checkouts with one discount code use it once',
    { tags: ['abuse-6', 'form-checkout-6'] },
    async () => {
      const { shopper, code } = await shopperWithCode()
      const slugs = ['nashville-chilli-crisp', 'apple-terror-sauce', 'spice-bag-mix']
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, index) =>
          checkOutWith(shopper, code, [await createCheckoutLine(world, slugs[index % 3] ?? '')]),
        ),
      )
      for (const { body } of answers) if (body.url !== undefined) await payOnPage(body.url)
      const reduced = async (...statuses: string[]) =>
        (await getOrders(world, shopper)).filter(
          (order) => order.discount > 0 && statuses.includes(order.status),
        )
      expect((await reduced('pending', 'paid')).length).toBeLessThanOrEqual(1)
      const last = await checkOutWith(shopper, code)
      if (last.body.url !== undefined) await payOnPage(last.body.url)
      expect(await reduced('paid')).toHaveLength(1)
      expect((await checkOutWith(shopper, code)).status).toBe(409)
    },
  )

  test('an order that has a payment page is not released', async () => {
    const { shopper, code } = await shopperWithCode()
    await checkOutWith(shopper, code)
    const order = await lastOrder(shopper)
    const { data } = await world.client.rpc('release_order_without_session', {
      p_order_id: order?.id,
    })
    expect(data).toBe(false)
    expect(await lastOrder(shopper)).toMatchObject({ status: 'pending' })
  })

  test(
    'an order whose payment page opens during another checkout is expired at the provider first',
    { tags: ['form-checkout-6'] },
    async () => {
      const { shopper, code } = await shopperWithCode()
      await checkOutWith(shopper, code)
      const order = await lastOrder(shopper)
      const { id, stripe_session_id: session } = { ...order }
      await world.sql`
      update public.orders set stripe_session_id = null, stripe_session_url = null where id = ${id ?? null}`
      const { product_id, quantity, price, stripe_price_id } = await createCheckoutLine(
        world,
        'apple-terror-sauce',
      )
      const lines = [{ product_id, quantity, unit_amount: price, stripe_price_id }]
      let other: Promise<{ data: unknown }> | undefined
      await world.sql.begin(async (sql) => {
        await sql`
        select public.attach_session(${id ?? null}, ${session ?? null}, 'https://pay.example/open', now() + interval '1 hour')`
        other = Promise.resolve(
          world.client.rpc('begin_checkout', {
            p_user_id: shopper.id,
            p_lines: lines,
            p_delivery_method_id: 'standard',
            p_terms_version: '1',
            p_discount_code: code,
          }),
        )
        await expect
          .poll(
            () => world.sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%begin_checkout%'`,
          )
          .not.toEqual([])
      })
      expect((await other)?.data).toEqual({ expire: [{ orderId: id, sessionId: session }] })
      expect(await getOrders(world, shopper)).toMatchObject([{ id, status: 'pending' }])
    },
  )

  test('an expired checkout releases its discount code', async () => {
    const { shopper, code } = await shopperWithCode()
    const first = await checkOutWith(shopper, code)
    await world.stripe.checkout.sessions.expire(first.body.session_id ?? '')
    await expect.poll(async () => (await lastOrder(shopper))?.status).toBe('expired')
    expect((await checkOutWith(shopper, code)).status).toBe(200)
  })

  test('removing the discount code replaces the order by one without it', async () => {
    const { shopper, code } = await shopperWithCode()
    await checkOutWith(shopper, code)
    expect((await checkOutWith(shopper, null)).status).toBe(200)
    const orders = await getOrders(world, shopper)
    expect(orders.filter(({ status }) => status === 'pending')).toMatchObject([{ discount: 0 }])
  })

  test(
    'a discount never reduces the total below the delivery price',
    { tags: ['abuse-6', 'form-checkout-6'] },
    async () => {
      const { shopper, code } = await shopperWithCode()
      await world.sql`update public.discount_codes set percent = 100 where code = ${code}`
      const { body } = await checkOutWith(shopper, code)
      await payOnPage(body.url ?? '')
      expect(await lastOrder(shopper)).toMatchObject({ status: 'paid', discount: 1700, total: 329 })
    },
  )

  test(
    'a discount code on the payment page works once and only for its owner',
    { tags: ['abuse-6'] },
    async () => {
      const { shopper, code } = await shopperWithCode()
      const other = await world.shopper()
      const own = await checkOutWith(shopper, null)
      const foreign = await checkOutWith(other, null)
      const typed = { do: 'code', code: code.toLowerCase() }
      expect((await payOnPage(foreign.body.url ?? '', typed)).status).toBe(422)
      expect((await payOnPage(own.body.url ?? '', typed)).status).toBe(200)
      expect((await payOnPage(foreign.body.url ?? '', typed)).status).toBe(422)
      await payOnPage(own.body.url ?? '')
      expect(await lastOrder(shopper)).toMatchObject({ status: 'paid', discount: 170, total: 1859 })
      const again = await checkOutWith(shopper, code)
      expect([again.status, again.body.error?.message]).toEqual([409, 'This code has been used.'])
      const next = await checkOutWith(shopper, null, [
        await createCheckoutLine(world, 'apple-terror-sauce'),
      ])
      expect((await payOnPage(next.body.url ?? '', typed)).status).toBe(422)
    },
  )

  test.each([[7], [{ code: 'x' }], [['x']], ['x'.repeat(61)]])(
    'the discount code %j is refused as malformed',
    { tags: ['form-checkout-25'] },
    async (code) => {
      expect((await checkOutWith(await world.shopper(), code)).status).toBe(400)
    },
  )
})

describe('discount codes in the cart', () => {
  const ask = async (code: string, token?: string) => {
    const response = await fetch(`${world.url}/rest/v1/rpc/discount_of`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        apikey: world.keys.publishable,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ p_code: code }),
    })
    return response.json()
  }

  test('a discount code in the cart shows its percentage to its owner and to guests only', async () => {
    const { shopper, code } = await shopperWithCode()
    expect(await ask(code.toLowerCase(), shopper.token)).toEqual({ code, percent: 10 })
    expect(await ask(code)).toEqual({ code, percent: 10 })
    const other = await world.shopper()
    const error = unknownCode
    expect(await ask(code, other.token)).toEqual({ error })
    expect(await ask('TEN000000000', other.token)).toEqual({ error })
  })

  test('an unknown discount code does not mention an address to a guest', async () => {
    expect(await ask('TEN000000000')).toEqual({
      error: 'We don’t know this code. Please check it letter by letter.',
    })
  })

  test(
    'a discount code copied from an email is accepted with its invisible characters',
    { tags: ['abuse-6'] },
    async () => {
      const { shopper, code } = await shopperWithCode()
      const pasted = `“\u200B${code.slice(0, 5)}\u00AD\u2011${code.slice(5)}\uFEFF\u00A0\u2060\u200E”.`
      expect(await ask(pasted, shopper.token)).toEqual({ code, percent: 10 })
      const answer = await checkOutWith(shopper, pasted)
      expect([answer.status, answer.body.error?.message]).toEqual([200, undefined])
      expect(await lastOrder(shopper)).toMatchObject({ discount: 170 })
    },
  )

  test(
    'the database normalises a discount code as the page does',
    { tags: ['abuse-6'] },
    async () => {
      const unit = fc.constantFrom(
        ...'aZ09',
        ...'Ｇ１－．',
        ...'"“”‘’«» .,;:!()',
        '-',
        '\t',
        ...'\u00A0\u00AD\u200B\u200E\u2009\u2011\u2013\u2060\u2212\uFE0F\uFEFF',
      )
      const texts = fc.sample(fc.string({ unit, maxLength: 30 }), 2000)
      const rows = await world.sql`
      select public.normalise_code(typed) as plain
      from unnest(${texts}::text[]) with ordinality as t (typed, place) order by place`
      expect(rows.map(({ plain }) => plain)).toEqual(
        texts.map((text) => normaliseDiscountCode(text)),
      )
    },
  )

  test('a discount code of the owner is refused with its start date or its withdrawal', async () => {
    const shopper = await world.shopper()
    await world.sql`
      insert into public.discount_codes (code, percent, starts_at, withdrawn_at) values
        ('SOONNOW10', 10, '2099-12-02T23:30:00Z', null), ('GONENOW10', 10, null, now())`
    const soon = 'This code isn’t valid yet: it starts on Wednesday 2 December.'
    for (const token of [undefined, shopper.token]) {
      expect(await ask('soonnow10', token)).toEqual({ error: soon })
      expect(await ask('GONENOW10', token)).toEqual({ error: 'This code is no longer valid.' })
    }
  })

  test(
    'a discount code of another account is unknown in every state',
    { tags: ['abuse-6'] },
    async () => {
      const { code } = await shopperWithCode()
      const other = await world.shopper()
      const states = [
        'used_at = now()',
        'used_at = null, withdrawn_at = now()',
        "withdrawn_at = null, expires_at = now() - interval '1 day'",
      ]
      for (const state of states) {
        await world.sql.unsafe(`update public.discount_codes set ${state} where code = $1`, [code])
        expect(await ask(code, other.token)).toEqual({ error: unknownCode })
      }
    },
  )

  describe('limits of discount code attempts', () => {
    const nothing = { error: expect.stringMatching(/^We don’t know this code\b/) }
    const wait = { error: 'Please wait before trying again.', wait: expect.any(Number) }
    const many = async (count: number, token?: string) => {
      const answers = []
      for (let time = 0; time < count; time++) answers.push(await ask('TEN000000000', token))
      return answers
    }
    const floods = () => world.sql`
      select details ->> 'form' as form from public.security_audit_log where event_type = 'rate_limit_violation'`
    beforeEach(async () => {
      await world.sql`delete from public.rate_limits`
      await world.sql`delete from public.security_audit_log`
    })
    afterEach(() => world.sql`delete from public.security_audit_log`)

    test('a guest address can try 120 discount codes in five minutes', async () => {
      expect((await many(120)).at(-1)).toEqual(nothing)
      expect(await floods()).toEqual([])
      expect(await ask('TEN000000000')).toEqual(wait)
      expect(await floods()).toEqual([{ form: 'discount_of' }])
    })

    test(
      'an account can try sixty discount codes, and further tries are logged and block nobody else',
      { tags: ['abuse-6', 'form-checkout-30'] },
      async () => {
        const shopper = await world.shopper()
        expect((await many(60, shopper.token)).at(-1)).toEqual(nothing)
        expect((await many(8, shopper.token)).at(-1)).toEqual(wait)
        expect(await floods()).toHaveLength(8)
        expect(await ask('TEN000000000')).toEqual(nothing)
      },
    )

    test(
      'discount code attempts of guests do not block an account at the same address',
      { tags: ['abuse-30'] },
      async () => {
        const shopper = await world.shopper()
        expect((await many(125)).at(-1)).toEqual(wait)
        expect(await ask('TEN000000000', shopper.token)).toEqual(nothing)
      },
    )

    test('a discount code can be tried by an account whose other requests were refused', async () => {
      const shopper = await world.shopper()
      const [{ id } = { id: '' }] = await world.sql`
        select id from auth.users where email = ${shopper.email}`
      for (let time = 0; time < 12; time++)
        await world.sql`
          select public.admit_form_post('download_data', ${id}, 2, '127.0.0.1', 30, 300000)`
      expect(await floods()).not.toEqual([])
      expect(await ask('TEN000000000', shopper.token)).toEqual(nothing)
    })

    test(
      'discount code attempts do not block a checkout at the same address',
      { tags: ['abuse-6'] },
      async () => {
        const { shopper, code } = await shopperWithCode()
        await many(68, shopper.token)
        expect((await checkOutWith(shopper, code)).status).toBe(200)
      },
    )

    test('a discount code can be tried after failed sign-ins', async () => {
      const [from] = await world.sql`select public.keyed_hash('127.0.0.1') as address`
      for (let time = 0; time < 6; time++)
        await world.sql`
          insert into public.security_audit_log (event_type, source, details)
          values ('auth_failure', 'server', ${world.sql.json({ address: from?.address })})`
      expect(await ask('TEN000000000')).toEqual(nothing)
    })
  })
})
