import { createClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { calculateDiscount } from '../../domain/discount.ts'
import {
  createCheckoutLine,
  createCheckoutBody,
  getOpenSessionIds,
  getOrders,
  payOnPage,
  postCheckout,
  type CheckoutLine,
} from '../payments/checkouts.ts'
import { openPaymentWorld, type Shopper, type PaymentWorld } from '../payments/world.ts'
import { callRpc, callRefusedRpc } from './call.ts'
import { createStaffMember, type StaffMember } from './staff.ts'

let world: PaymentWorld
let owner: StaffMember
beforeAll(async () => {
  world = await openPaymentWorld()
  owner = await createStaffMember(
    {
      ...world,
      secret: world.client,
      client: () =>
        createClient(world.url, world.keys.publishable, {
          auth: { persistSession: false, autoRefreshToken: false },
        }),
    },
    'owner',
  )
})
afterAll(() => world.stop())
beforeEach(() => world.sql`delete from public.rate_limits`)

const codeRow = v.looseObject({
  code: v.string(),
  state: v.string(),
  revision: v.number(),
  uses: v.number(),
  open: v.number(),
  off: v.number(),
  taken: v.number(),
  paidBack: v.number(),
})

const unknownCode = 'We don’t know this code. Please check it letter by letter.'

let codeCount = 0
/** Creates a discount code with the desk's function, by default for 10% off the goods. */
async function aCode(changes: Record<string, unknown> = {}): Promise<string> {
  codeCount += 1
  const args = {
    p_code: `Slow Day ${codeCount}`,
    p_percent: 'p_pence' in changes ? null : 10,
    ...changes,
  }
  return callRpc(v.string(), owner.client, 'desk_add_code', args)
}

const codeOf = (code: string) => callRpc(codeRow, owner.client, 'desk_code', { p_code: code })
const askFor = (p_code: string) =>
  world.client.rpc('discount_of', { p_code }).then(({ data }) => data)

/** Checks out with a discount code, by default two jars at £8.50 with delivery for £3.29. */
async function checkOutWith(shopper: Shopper, code: string, lines?: CheckoutLine[]) {
  const goods = lines ?? [await createCheckoutLine(world, 'nashville-chilli-crisp', 2)]
  return postCheckout(
    world,
    { ...createCheckoutBody(shopper, goods), discount_code: code },
    shopper.token,
  )
}

/** Buys something as a new shopper with a discount code. Returns the order. */
async function buyWithCode(code: string, lines?: CheckoutLine[]) {
  const shopper = await world.shopper()
  const { status, body } = await checkOutWith(shopper, code, lines)
  expect([status, body.error?.message]).toEqual([200, undefined])
  const paid = await payOnPage(body.url ?? '')
  expect(paid.status).toBeLessThan(400)
  const [order] = await getOrders(world, shopper)
  if (order === undefined) throw new Error('There is no order')
  return { shopper, order }
}

describe('the discount of a code', () => {
  test.each([
    ['10% off goods', { p_percent: 10 }, { discount: 170, total: 1859 }],
    ['10% off everything', { p_percent: 10, p_whole_order: true }, { discount: 203, total: 1826 }],
    ['£5 off goods', { p_pence: 500 }, { discount: 500, total: 1529 }],
    ['a code worth more than the goods', { p_pence: 5000 }, { discount: 1700, total: 329 }],
    ['£19 off everything', { p_pence: 1900, p_whole_order: true }, { discount: 1900, total: 129 }],
    [
      'a code that leaves a penny',
      { p_pence: 2028, p_whole_order: true },
      { discount: 1999, total: 30 },
    ],
    ['100% off everything', { p_percent: 100, p_whole_order: true }, { discount: 1999, total: 30 }],
  ])('the payment page charges the discounted total for %s', async (_, terms, sums) => {
    const { order } = await buyWithCode(await aCode(terms))
    expect(order).toMatchObject({ status: 'paid', subtotal: 1700, delivery_price: 329, ...sums })
  })

  test('a code discounts only the first payment of a subscription box, delivery included', async () => {
    const code = await aCode({ p_percent: 100, p_whole_order: true })
    const box = await createCheckoutLine(world, 'big-gay-bear-box-monthly-subscription')
    const { order } = await buyWithCode(code, [box])
    expect(order).toMatchObject({ status: 'paid', subtotal: 4500, discount: 4799, total: 30 })
    const { discounts } = await world.stripe.checkout.sessions.retrieve(
      order.stripe_session_id ?? '',
    )
    const coupon = await world.stripe.coupons.retrieve(String(discounts?.[0]?.coupon))
    expect(coupon).toMatchObject({ amount_off: 4799, duration: 'once', max_redemptions: 1 })
  })

  test('the database and the cart calculate the same discount for any amount', async () => {
    const terms = fc.oneof(
      fc.record({ percent: fc.integer({ min: 1, max: 100 }), pence: fc.constant(undefined) }),
      fc.record({ percent: fc.constant(undefined), pence: fc.integer({ min: 1, max: 99_999 }) }),
    )
    const samples = fc.sample(
      fc.record({
        terms,
        whole: fc.boolean(),
        goods: fc.integer({ min: 30, max: 60_000 }),
        delivery: fc.integer({ min: 0, max: 1500 }),
      }),
      300,
    )
    for (const { terms: one, whole, goods, delivery } of samples) {
      const [row] = await world.sql`
        select public.discount_amount(d, ${goods}, ${delivery}) as off from jsonb_populate_record(
          null::public.discount_codes, ${world.sql.json({ ...one, whole_order: whole })}) as d`
      const discount = {
        code: 'X',
        appliesToDelivery: whole,
        ...(one.percent === undefined ? { pence: one.pence } : { percent: one.percent }),
      }
      expect(row?.off).toBe(calculateDiscount({ goods, delivery }, discount))
    }
  })

  test('a discount is split to the penny over lines and delivery, and refunding each piece returns exactly what was paid', async () => {
    const code = await aCode({ p_percent: 33, p_whole_order: true })
    const lines = await Promise.all([
      createCheckoutLine(world, 'nashville-chilli-crisp', 3),
      createCheckoutLine(world, 'apple-terror-sauce', 2),
      createCheckoutLine(world, 'spice-bag-mix'),
    ])
    const { order } = await buyWithCode(code, lines)
    const [delivery] = await world.sql`
      select delivery_price - delivery_discount as paid from public.orders where id = ${order.id}`
    const paid = await world.sql<{ position: number; quantity: number; paid: number }[]>`
      select position, quantity, paid from public.line_payments(${order.id})`
    const goods = paid.reduce((sum, line) => sum + line.paid, 0)
    expect(goods + delivery?.paid).toBe(order.total)
    let back = 0
    for (const { position, quantity } of paid)
      for (let piece = 0; piece < quantity; piece += 1) {
        const { data } = await world.client.rpc('begin_refund', {
          p_number: Number(order.number),
          p_lines: [{ position, quantity: 1 }],
        })
        await world.stripe.refunds.create({
          payment_intent: order.stripe_payment_intent_id ?? '',
          amount: data.amount,
          metadata: { refund_id: data.id },
        })
        back += data.amount
        await expect.poll(() => refundedOf(order.id)).toBe(back)
      }
    expect(back).toBe(goods)
    expect(await codeOf(code)).toMatchObject({ taken: order.total - back, paidBack: back })
  })
})

async function refundedOf(id: string): Promise<number> {
  const [row] = await world.sql`select refunded from public.orders where id = ${id}`
  return row?.refunded
}

describe('the use of a code', () => {
  test('a code is accepted in lower case and with spaces, and the answer says what it takes off', async () => {
    const code = await aCode({ p_pence: 500, p_whole_order: true })
    expect(await askFor(` ${code.slice(0, 3).toLowerCase()} ${code.slice(3)}-`)).toEqual({
      code,
      pence: 500,
      whole: true,
    })
    const typed = code.toLowerCase().split('').join(' ')
    expect((await checkOutWith(await world.shopper(), typed)).status).toBe(200)
  })

  test.each(['ＳＬＯＷＤＡＹ', 'SLOW\u200bDAY', 'SLÖWDAY', '🌶️', "'; drop table", '%', ''])(
    '%j is refused as an unknown code',
    async (typed) => {
      expect(await askFor(typed)).toEqual({ error: unknownCode })
    },
  )

  test('a shopper can use a code as often as its limit for each person allows', async () => {
    const code = await aCode({ p_max_each: 1 })
    const { shopper } = await buyWithCode(code)
    const other = [await createCheckoutLine(world, 'apple-terror-sauce')]
    const again = await checkOutWith(shopper, code, other)
    expect([again.status, again.body.error]).toMatchObject([
      409,
      { code: 'discount_refused', message: 'This code has been used.' },
    ])
    await buyWithCode(code, other)
    expect(await codeOf(code)).toMatchObject({ uses: 2, open: 0, state: 'live' })
  })

  test('a changed email address does not give an account another use of a code', async () => {
    const code = await aCode({ p_max_each: 1 })
    const { shopper } = await buyWithCode(code)
    await world.sql`update auth.users set email = 'moved@example.com' where id = ${shopper.id}`
    const again = await checkOutWith(shopper, code, [
      await createCheckoutLine(world, 'apple-terror-sauce'),
    ])
    expect(again.body.error?.message).toBe('This code has been used.')
  })

  test('exactly one of twelve simultaneous checkouts gets the last use of a code', async () => {
    const code = await aCode({ p_max_uses: 1 })
    const shoppers = await Promise.all(Array.from({ length: 12 }, () => world.shopper()))
    const answers = await Promise.all(
      shoppers.map(async (shopper, at) =>
        checkOutWith(shopper, code, [
          await createCheckoutLine(world, 'nashville-chilli-crisp', at + 1),
        ]),
      ),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(answers.flatMap(({ body }) => body.error?.message ?? [])).toEqual(
      Array(11).fill('This code has been used.'),
    )
    expect(await codeOf(code)).toMatchObject({ uses: 0, open: 1 })
    await payOnPage(won[0]?.body.url ?? '')
    expect(await codeOf(code)).toMatchObject({ uses: 1, open: 0, state: 'used-up' })
    expect(await askFor(code)).toEqual({ error: 'This code has been used.' })
  })

  test('one shopper’s twelve simultaneous checkouts hold a single-use code once', async () => {
    const code = await aCode({ p_max_each: 1 })
    const shopper = await world.shopper()
    const lines = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        createCheckoutLine(world, 'nashville-chilli-crisp', at + 1),
      ),
    )
    const answers = await Promise.all(lines.map((line) => checkOutWith(shopper, code, [line])))
    // Calls from one IP address run one after the other, and each may replace the session that an earlier call has
    // opened, so several of them may succeed.
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await codeOf(code)).toMatchObject({ open: 1 })
    expect(await getOpenSessionIds(world, shopper)).toHaveLength(1)
  })

  test('a code’s use is held while a checkout is open and released when it expires', async () => {
    const code = await aCode({ p_max_uses: 1 })
    const first = await checkOutWith(await world.shopper(), code)
    const second = await world.shopper()
    expect((await checkOutWith(second, code)).status).toBe(409)
    await world.stripe.checkout.sessions.expire(first.body.session_id ?? '')
    await expect.poll(() => codeOf(code)).toMatchObject({ open: 0 })
    expect((await checkOutWith(second, code)).status).toBe(200)
  })

  test('the cart accepts a single-use code while its own payment page is open', async () => {
    const code = await aCode({ p_max_uses: 1 })
    await checkOutWith(await world.shopper(), code)
    expect(await askFor(code)).toEqual({ code, percent: 10 })
  })

  test('the order of an erased person still counts as a use of its code, without a name', async () => {
    const code = await aCode({ p_max_uses: 1 })
    const { order } = await buyWithCode(code)
    await world.sql`select public.anonymise_orders(array[${order.id}]::uuid[], now())`
    expect(await codeOf(code)).toMatchObject({
      uses: 1,
      state: 'used-up',
      orders: [expect.objectContaining({ name: null })],
    })
  })
})

describe('the validity period of a code', () => {
  const soon = (days: number) =>
    new Date(world.clock.now() + days * 86_400_000).toISOString().slice(0, 10)

  test('a code that has not started yet is refused with its first day', async () => {
    const code = await aCode({ p_starts: soon(2) })
    expect(await askFor(code)).toEqual({
      error: expect.stringMatching(/^This code isn’t valid yet: it starts on \w+day \d+ \w+\.$/),
    })
    expect(await codeOf(code)).toMatchObject({ state: 'soon', startsOn: soon(2) })
  })

  test('a code is valid until midnight in London on its last day', async () => {
    const code = await aCode({ p_ends: '2027-07-01' })
    const [row] = await world.sql`select ends_at from public.discount_codes where code = ${code}`
    expect(row?.ends_at.toISOString()).toBe('2027-07-01T23:00:00.000Z')
    expect(await codeOf(code)).toMatchObject({ endsOn: '2027-07-01' })
  })

  test('an expired code is refused at checkout and honoured on a payment page that was already open', async () => {
    const code = await aCode({ p_ends: soon(3) })
    const shopper = await world.shopper()
    const open = await checkOutWith(shopper, code)
    await world.sql`update public.discount_codes set ends_at = now() - interval '1 second' where code = ${code}`
    const late = await checkOutWith(await world.shopper(), code)
    expect([late.status, late.body.error?.message]).toEqual([409, 'This code has expired.'])
    await payOnPage(open.body.url ?? '')
    expect(await getOrders(world, shopper)).toMatchObject([{ status: 'paid', discount: 170 }])
  })

  test('a withdrawn code is refused until it is restored', async () => {
    const code = await aCode()
    const { client } = owner
    const args = { p_code: code, p_withdrawn: true, p_revision: 1 }
    expect((await client.rpc('desk_withdraw_code', args)).data).toBe(2)
    expect(await askFor(code)).toEqual({ error: 'This code is no longer valid.' })
    expect(
      await callRefusedRpc(client, 'desk_withdraw_code', { ...args, p_withdrawn: false }),
    ).toBe('PT409 Somebody else changed this first.')
    await client.rpc('desk_withdraw_code', { ...args, p_withdrawn: false, p_revision: 2 })
    expect(await askFor(code)).toEqual({ code, percent: 10 })
    const log = await world.sql`
      select action, after from public.desk_log where subject = ${`code:${code}`} order by id`
    expect(log.map(({ action, after }) => [action, after.withdrawn])).toEqual([
      ['add_code', undefined],
      ['withdraw_code', true],
      ['withdraw_code', false],
    ])
  })
})

describe('managing codes at the desk', () => {
  test.each([
    [{ p_code: 'AB' }, 'A code is 3 to 24 letters and digits.'],
    [{ p_code: 'Ünïcode' }, 'A code is 3 to 24 letters and digits.'],
    [{ p_code: 'x'.repeat(25) }, 'A code is 3 to 24 letters and digits.'],
    [{ p_percent: null }, 'Say what it takes off: a percentage, or a sum.'],
    [{ p_percent: 10, p_pence: 10 }, 'Say what it takes off: a percentage, or a sum.'],
    [{ p_percent: 101 }, 'The percentage goes from 1 to 100.'],
    [{ p_pence: 0 }, 'The sum is 1p to £999.99.'],
    [{ p_ends: '2026-01-01' }, 'The last day has gone.'],
    [{ p_starts: '2028-02-02', p_ends: '2028-02-01' }, 'It ends before it begins.'],
    [{ p_max_uses: 0 }, 'Uses in total are 1 to 100,000.'],
    [{ p_max_each: -1 }, 'Uses for each person are 1 to 1,000.'],
  ])('a code with %j is refused with a clear message', async (changes, words) => {
    const percent = 'p_pence' in changes ? null : 10
    const args = { p_code: 'Odd one', p_percent: percent, ...changes }
    expect(await callRefusedRpc(owner.client, 'desk_add_code', args)).toBe(`PT400 ${words}`)
  })

  test('a code cannot be created twice, even when the first one was issued to a customer', async () => {
    const code = await aCode()
    const again = { p_code: code.toLowerCase(), p_percent: 20 }
    expect(await callRefusedRpc(owner.client, 'desk_add_code', again)).toBe(
      `PT400 There is a code ${code} already.`,
    )
    const [own] =
      await world.sql`select public.issue_discount_code('somebody@example.com') as given`
    const args = { p_code: own?.given.code, p_percent: 20 }
    expect(await callRefusedRpc(owner.client, 'desk_add_code', args)).toMatch(/already/)
    expect((await owner.client.rpc('desk_code', { p_code: args.p_code })).data).toBeNull()
  })

  test('a code’s end date can change and its uses can be raised but not lowered', async () => {
    const code = await aCode({ p_max_uses: 10, p_ends: '2028-01-31' })
    const change = (p_revision: number, p_ends: string | null, p_max_uses: number | null) => ({
      p_code: code,
      p_revision,
      p_ends,
      p_max_uses,
    })
    expect(await callRefusedRpc(owner.client, 'desk_change_code', change(1, '2028-01-31', 9))).toBe(
      'PT400 You can allow more uses, not fewer: 10 times was promised. To stop it, withdraw it.',
    )
    const { data } = await owner.client.rpc('desk_change_code', change(1, '2028-01-15', 20))
    expect(data).toBe(2)
    expect(await callRefusedRpc(owner.client, 'desk_change_code', change(1, null, null))).toMatch(
      /PT409/,
    )
    await owner.client.rpc('desk_change_code', change(2, null, null))
    expect(await codeOf(code)).toMatchObject({ endsOn: null, maxUses: null, revision: 3 })
    expect(await callRefusedRpc(owner.client, 'desk_change_code', change(3, null, 500))).toMatch(
      /without end/,
    )
  })

  test('the list of codes shows the results of each code, with active codes first', async () => {
    const code = await aCode({ p_percent: 50 })
    const { order } = await buyWithCode(code)
    await world.stripe.refunds.create({
      payment_intent: order.stripe_payment_intent_id ?? '',
      amount: 100,
    })
    await expect.poll(() => refundedOf(order.id)).toBe(100)
    const list = await callRpc(
      v.object({
        total: v.number(),
        codes: v.array(codeRow),
        own: v.object({ given: v.number(), used: v.number() }),
      }),
      owner.client,
      'desk_codes',
    )
    expect(list.codes).toHaveLength(Math.min(50, list.total))
    expect(list.codes.find((one) => one.code === code)).toMatchObject({
      uses: 1,
      off: 850,
      taken: 1179 - 100,
      paidBack: 100,
    })
    expect(list.own.given).toBeGreaterThan(0)
    const states = list.codes.map(({ state }) => state === 'withdrawn' || state === 'ended')
    expect(states).toEqual(states.toSorted((one, other) => Number(one) - Number(other)))
    expect((await codeOf(code)).orders).toEqual([
      expect.objectContaining({
        number: Number(order.number),
        off: 850,
        total: 1179,
        paidBack: 100,
      }),
    ])
  })
})
