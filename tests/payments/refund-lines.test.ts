import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allocateSum } from '../../domain/allocate.ts'
import { parseEmail } from '../../mail/emails.ts'
import { renderEmail } from '../../mail/render.tsx'
import {
  createCheckoutLine,
  createCheckoutBody,
  payOnPage,
  postCheckout,
  getStock,
} from './checkouts.ts'
import { postWebhook, createEventBody } from './events.ts'
import { createPaidOrder, runOrdersCommand } from './owner.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

const crisp = 'nashville-chilli-crisp'
const terror = 'apple-terror-sauce'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
beforeEach(async () => {
  world.webhook.down = false
  world.provider.fault = { kind: 'none' }
  await world.sql`update public.products set stock = 10 where slug = ${crisp}`
})
afterAll(() => world.stop())

const run = (...args: string[]) => runOrdersCommand(world, ...args)

/** Creates an order of two jars of one kind and a bottle with a 10% code: £24.00 less £2.40, and delivery. */
async function aDiscountedOrder() {
  const shopper = await world.shopper()
  const [row] = await world.sql`select public.issue_discount_code(${shopper.email}) as given`
  const lines = [await createCheckoutLine(world, crisp, 2), await createCheckoutLine(world, terror)]
  const body = { ...createCheckoutBody(shopper, lines), discount_code: row?.given.code }
  const answer = await postCheckout(world, body, shopper.token)
  await payOnPage(answer.body.url ?? '')
  const [order] = await world.sql<{ id: string; number: string; total: number }[]>`
    select id, number, total from public.orders where user_id = ${shopper.id}`
  if (order === undefined) throw new Error('There is no order')
  return { ...order, shopper }
}

async function stateOf(id: string) {
  const [order] = await world.sql<{ status: string; refunded: number; back: number[] }[]>`
    select status, refunded, array(
      select refunded_quantity::int from public.order_items i where i.order_id = o.id order by position
    ) as back
    from public.orders o where id = ${id}`
  return order
}

/** Returns the emails about an order's refunds, oldest first. */
async function emailsOf(id: string) {
  const rows = await world.sql<{ data: Record<string, unknown> }[]>`
    select data from public.outbox where dedupe_key like ${`refund:${id}:%`} order by created_at, (data ->> 'refunded')::int`
  return rows.map(({ data }) => data)
}

async function chargeOf(id: string) {
  const [row] = await world.sql`
    select stripe_payment_intent_id as payment from public.orders where id = ${id}`
  const intent = await world.stripe.paymentIntents.retrieve(row?.payment)
  return world.stripe.charges.retrieve(String(intent.latest_charge))
}

describe('a refunded line', () => {
  test('a refunded line costs its paid price, is restocked once and is emailed', async () => {
    const { id, number } = await aDiscountedOrder()
    const stock = Number(await getStock(world, crisp))
    expect(await run('refund', number, '--line', '1', '--quantity', '1', '--restock')).toBe(
      `£7.65 of order ${number} goes back to the shopper, for 1 × Nashville Chilli Crisp. What is counted of it goes into stock again.`,
    )
    await world.sandbox.runDue()
    const after = { status: 'partially_refunded', refunded: 765, back: [1, 0] }
    expect(await stateOf(id)).toEqual(after)
    expect(await getStock(world, crisp)).toBe(stock + 1)
    const [email, ...more] = await emailsOf(id)
    expect(more).toEqual([])
    const pieces = [{ name: 'Nashville Chilli Crisp', quantity: 1, size: null }]
    expect(email).toMatchObject({ amount: 765, pieces })
    const { text } = await renderEmail(parseEmail('refund', email), {
      siteUrl: new URL(world.url),
      pictures: new Map(),
    })
    expect(text.replace(/\s+/g, ' ')).toContain('for 1 × Nashville Chilli Crisp. The rest')
    const shown = await run('show', number)
    expect(shown).toContain(
      '2 × Nashville Chilli Crisp  £17.00  (line 1, £15.30 paid, 1 paid back)',
    )
    expect(shown).toMatch(
      /^Paid back .*: £7\.65 for 1 × Nashville Chilli Crisp, into stock again$/m,
    )
    expect(await run('list', number)).toContain('2 × Nashville Chilli Crisp (1 paid back)')
  })

  test(
    'a refunded line counts once, however often the provider reports it',
    { tags: ['abuse-16'] },
    async () => {
      const { id, number } = await aDiscountedOrder()
      const stock = Number(await getStock(world, crisp))
      world.webhook.down = true
      await run('refund', number, '--line', '1', '--restock')
      expect(await stateOf(id)).toMatchObject({ status: 'paid', refunded: 0, back: [0, 0] })
      expect(await run('show', number)).toMatch(/^Asked for .*: £15\.30 for 2 × Nashville/m)
      world.webhook.down = false
      const first = createEventBody('charge.refunded', await chargeOf(id))
      const again = createEventBody('charge.refunded', await chargeOf(id))
      const answers = await Promise.all(
        [first, first, again].map((body) => postWebhook(world, body)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      world.clock.advance(60 * 60_000)
      await world.sandbox.runDue()
      expect(await stateOf(id)).toMatchObject({ refunded: 1530, back: [2, 0] })
      expect(await getStock(world, crisp)).toBe(stock + 2)
      expect(await emailsOf(id)).toHaveLength(1)
    },
  )

  test(
    'a refund of a line requested twice before its event is made once',
    { tags: ['abuse-16'] },
    async () => {
      const { id, number } = await aDiscountedOrder()
      world.webhook.down = true
      await run('refund', number, '--line', '1', '--quantity', '1')
      await run('refund', number, '--line', '1', '--quantity', '1')
      expect((await chargeOf(id)).amount_refunded).toBe(765)
      world.webhook.down = false
      await postWebhook(world, createEventBody('charge.refunded', await chargeOf(id)))
      expect(await stateOf(id)).toMatchObject({ refunded: 765, back: [1, 0] })
      await run('refund', number, '--line', '1', '--quantity', '1')
      await world.sandbox.runDue()
      expect(await stateOf(id)).toMatchObject({ refunded: 1530, back: [2, 0] })
    },
  )

  test('each refund of a line is recorded with its own amount', async () => {
    const { id, number } = await aDiscountedOrder()
    await run('refund', number, '--line', '1', '--quantity', '1')
    await world.sandbox.runDue()
    await run('refund', number, '6.50')
    await world.sandbox.runDue()
    await postWebhook(world, createEventBody('charge.refunded', await chargeOf(id)))
    const noted = [...(await run('show', number)).matchAll(/ {2}(refunded .*)$/gm)]
    expect(noted.map(([, words]) => words)).toEqual([
      'refunded £7.65',
      'refunded £6.50',
      'refunded nothing more',
    ])
  })

  test('two refunds reported late are emailed together and recorded on their lines', async () => {
    const { id, number } = await aDiscountedOrder()
    world.webhook.down = true
    await run('refund', number, '--line', '1')
    const early = createEventBody('charge.refunded', await chargeOf(id))
    await run('refund', number, '--line', '2')
    const late = createEventBody('charge.refunded', await chargeOf(id))
    world.webhook.down = false
    for (const body of [early, late]) await postWebhook(world, body)
    expect(await stateOf(id)).toMatchObject({ refunded: 2160, back: [2, 1] })
    const emails = await emailsOf(id)
    expect(emails.map((email) => email['amount'])).toEqual([2160])
    expect(emails[0]?.['pieces']).toHaveLength(2)
  })

  test('several lines are refunded together with one email', async () => {
    const { id, number } = await aDiscountedOrder()
    await run('refund', number, '--line', '1', '--line', '2')
    await world.sandbox.runDue()
    expect(await stateOf(id)).toEqual({
      status: 'partially_refunded',
      refunded: 2160,
      back: [2, 1],
    })
    expect(await emailsOf(id)).toHaveLength(1)
    await run('refund', number)
    await world.sandbox.runDue()
    expect(await stateOf(id)).toMatchObject({ status: 'refunded', refunded: 2489 })
  })

  test('a refund beyond the quantity of a line or of a missing line is refused', async () => {
    const { number } = await aDiscountedOrder()
    const refused = (words: string, ...args: string[]) =>
      expect(run('refund', number, ...args)).rejects.toThrow(words)
    await refused(`Order ${number} has no line 3`, '--line', '3')
    const three = ['--line', '1', '--quantity', '3']
    await refused(`Only 2 of line 1 of order ${number} can still be paid back`, ...three)
    world.webhook.down = true
    await run('refund', number, '--line', '2')
    const both = ['--line', '1', '--line', '2']
    await refused(`Line 2 of order ${number} has gone back already`, ...both)
    await refused('name its line', '15.31', '--restock')
    await refused(`Only £18.59 of order ${number} can still be paid back`, '18.60')
    world.webhook.down = false
    world.clock.advance(60 * 60_000)
    await world.sandbox.runDue()
    await run('refund', number, '18.00')
    await world.sandbox.runDue()
    await refused(
      `Only £0.59 of order ${number} can still be paid back, and what was paid for that is £15.30`,
      '--line',
      '1',
    )
  })

  test.each([
    '--line 0',
    '--line x',
    '--quantity 1',
    '1 --line 1',
    '--line 1 --line 2 --quantity 1',
    '--page 2',
    '1 2',
  ])('the invalid refund arguments %s print the usage', async (args) => {
    await expect(run('refund', '1001', ...args.split(' '))).rejects.toThrow(
      'npm run orders -- refund',
    )
  })
})

describe('restocking', () => {
  test('a full refund restocks the counted items not yet restocked', async () => {
    const { id, number } = await aDiscountedOrder()
    const stock = Number(await getStock(world, crisp))
    await run('refund', number, '--line', '1', '--quantity', '1', '--restock')
    await world.sandbox.runDue()
    expect(await run('refund', number, '--restock')).toContain('goes into stock again')
    await world.sandbox.runDue()
    expect(await stateOf(id)).toEqual({ status: 'refunded', refunded: 2489, back: [2, 1] })
    expect(await getStock(world, crisp)).toBe(stock + 2)
    expect(await getStock(world, terror)).toBeNull()
  })

  test('the order shows a line that the desk restocked', async () => {
    const { id, number } = await aDiscountedOrder()
    const lines = [{ position: 0, quantity: 1, restock: true }]
    await world.sql`
      insert into public.refunds (order_id, amount, lines, booked_at) values (${id}, 765, ${JSON.stringify(lines)}, now())`
    expect(await run('show', number)).toMatch(/^Paid back .* Crisp, into stock again$/m)
  })

  test('a refund does not restock unless it is asked to', async () => {
    const { number } = await aDiscountedOrder()
    const stock = await getStock(world, crisp)
    expect(await run('refund', number, '--line', '1')).toContain('Stock stays as it is.')
    await world.sandbox.runDue()
    expect(await getStock(world, crisp)).toBe(stock)
  })

  test('a refund restocks nothing that is uncounted or was never taken from stock', async () => {
    const uncounted = await createPaidOrder(world, [terror])
    expect(await run('refund', String(uncounted.number), '--line', '1', '--restock')).toContain(
      'Nothing of it is counted, so stock stays as it is.',
    )
    await world.sandbox.runDue()
    const shown = await run('show', String(uncounted.number))
    expect(shown).toMatch(/^Paid back .* for 1 × Apple Terror Sauce$/m)
    const { id, number } = await aDiscountedOrder()
    await world.sql`update public.orders set stock_held = false where id = ${id}`
    const stock = await getStock(world, crisp)
    await run('refund', number, '--line', '1', '--restock')
    await world.sandbox.runDue()
    expect(await stateOf(id)).toMatchObject({ refunded: 1530, back: [2, 0] })
    expect(await getStock(world, crisp)).toBe(stock)
  })
})

describe('refunds at the payment provider', () => {
  const refundsOf = (id: string) =>
    world.sql`select amount, booked_at from public.refunds where order_id = ${id}`

  test('a refund refused by the provider leaves no record', async () => {
    const { id, number } = await aDiscountedOrder()
    world.webhook.down = true
    const { payment_intent } = await chargeOf(id)
    await world.stripe.refunds.create({ payment_intent: String(payment_intent) })
    await expect(run('refund', number, '--line', '1')).rejects.toThrow(
      /^The payment provider refused: .*already been refunded/,
    )
    expect(await refundsOf(id)).toEqual([])
  })

  test(
    'a refund whose response was lost is retried and paid once',
    { tags: ['abuse-16'] },
    async () => {
      const { id, number } = await aDiscountedOrder()
      world.webhook.down = true
      world.provider.fault = { kind: 'cut' }
      await expect(run('refund', number, '--line', '2')).rejects.toThrow(
        'The payment provider did not answer',
      )
      world.provider.fault = { kind: 'none' }
      await world.sql`update public.refunds set asked_at = asked_at - interval '3 days'`
      await run('refund', number, '--line', '2')
      expect((await chargeOf(id)).amount_refunded).toBe(630)
      expect(await refundsOf(id)).toEqual([{ amount: 630, booked_at: null }])
    },
  )

  test('a refund made at the provider is recorded on no line', async () => {
    const { id } = await aDiscountedOrder()
    const { payment_intent } = await chargeOf(id)
    await world.stripe.refunds.create({ payment_intent: String(payment_intent), amount: 630 })
    await world.sandbox.runDue()
    expect(await stateOf(id)).toEqual({ status: 'partially_refunded', refunded: 630, back: [0, 0] })
    expect((await emailsOf(id)).map((email) => email['pieces'])).toEqual([[]])
  })
})

describe('the paid price of a line', () => {
  interface Sample {
    lines: { cost: number; quantity: number }[]
    part: number
  }
  const samples = fc.sample(
    fc.record({
      lines: fc.array(
        fc.record({
          cost: fc.integer({ min: 0, max: 20_000 }),
          quantity: fc.integer({ min: 1, max: 9 }),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    60,
  )

  const costsOf = ({ lines }: Sample) => lines.map(({ cost, quantity }) => cost * quantity)
  const sumOf = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)
  const paidFor = (sample: Sample) => Math.floor(sumOf(costsOf(sample)) * sample.part)

  /**
   * Inserts a paid order with the lines of the sample, for which `sample.part` of the price was paid after a discount.
   * Returns its number.
   */
  async function write(sample: Sample): Promise<number> {
    const [subtotal, goods] = [sumOf(costsOf(sample)), paidFor(sample)]
    const [order] = await world.sql<{ id: string; number: string }[]>`
      insert into public.orders (
        email, status, subtotal, delivery_price, discount, total, delivery_method_id, delivery_name, cart_hash, terms_version, paid_at
      ) values ('a@example.com', 'paid', ${subtotal}, 329, ${subtotal - goods}, ${goods + 329}, 'standard', 'Standard', 'x', 'v', now())
      returning id, number`
    await world.sql`
      insert into public.order_items (order_id, position, slug, name, unit_amount, quantity, stripe_price_id)
      select ${order?.id ?? null}, place - 1, 'jar', 'Jar', (line ->> 'cost')::int, (line ->> 'quantity')::int, 'price_1'
      from jsonb_array_elements(${world.sql.json(sample.lines)}) with ordinality as entry (line, place)`
    return Number(order?.number)
  }

  test('the paid price of each line is the same in the database and in the rule', async () => {
    for (const sample of samples) {
      const number = await write(sample)
      const rows = await world.sql<{ paid: number }[]>`
        select l.paid from public.orders o cross join lateral public.line_payments(o.id) l
        where o.number = ${number} order by l.position`
      expect(rows.map(({ paid }) => paid)).toEqual(allocateSum(paidFor(sample), costsOf(sample)))
    }
  })

  test(
    'refunds of single pieces add up to the paid amount to the penny',
    { tags: ['abuse-1'] },
    async () => {
      for (const sample of samples.slice(0, 8)) {
        const number = await write(sample)
        const back: number[] = []
        const free: string[] = []
        for (const [position, { cost, quantity }] of sample.lines.entries())
          for (let piece = 0; piece < quantity; piece += 1) {
            const { data } = await world.client.rpc('begin_refund', {
              p_number: number,
              p_lines: [{ position, quantity: 1 }],
            })
            // After a discount, a piece that costs a penny or two may be free, so that its refund is refused.
            if (data.error !== undefined) {
              free.push(data.error.message)
              await world.sql`
              update public.order_items i set refunded_quantity = refunded_quantity + 1
              from public.orders o where o.id = i.order_id and o.number = ${number} and i.position = ${position}`
              continue
            }
            expect(data.amount).toBeLessThanOrEqual(cost)
            back.push(data.amount)
            await world.sql`
            select public.record_refunded_pieces(o, jsonb_build_array(${data.id}::text), now()), public.apply_refund(o.id, o.refunded + ${data.amount}::int, now())
            from public.orders o where number = ${number}`
          }
        expect(sumOf(back)).toBe(paidFor(sample))
        for (const words of free) expect(words).toContain('what was paid for that is £0.00')
      }
    },
  )
})
