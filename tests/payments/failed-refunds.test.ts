import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getPaymentIntentId, pressBankButton } from './bank.ts'
import { getOrderEmailTemplates, getStock } from './checkouts.ts'
import { createPaidOrder, runOrdersCommand } from './owner.ts'
import { businessEmail } from './small-shop.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
  await world.sql`update public.products set stock = 1000 where slug = 'nashville-chilli-crisp'`
})
beforeEach(() => {
  world.webhook.down = false
})
afterAll(() => world.stop())

async function refundOf(orderId: string): Promise<string> {
  const payment = await getPaymentIntentId(world, orderId)
  const { data } = await world.stripe.refunds.list({ payment_intent: payment })
  return data.find(({ status }) => status === 'succeeded')?.id ?? ''
}

async function noticesOf(number: number) {
  return world.sql`
    select template, recipient, data ->> 'amount' as amount from public.outbox
    where template like 'refund_failed%' and data ->> 'number' = ${String(number)} order by template`
}

test(
  'a failed refund is owed again, its items belong to the shopper, and both are emailed',
  { tags: ['abuse-taken-back'] },
  async () => {
    const { orderId, number, order, shopper } = await createPaidOrder(world)
    const stock = await getStock(world, 'nashville-chilli-crisp')
    await runOrdersCommand(world, 'refund', String(number), '--line', '1', '--restock')
    await world.sandbox.runDue()
    expect(await getStock(world, 'nashville-chilli-crisp')).toBe((stock ?? 0) + 1)
    await world.sql`update public.outbox set sent_at = now() where template = 'refund'`
    await pressBankButton(world, 'fail', await refundOf(orderId))
    expect(await order()).toMatchObject({ status: 'paid', refunded: 0 })
    expect(await getStock(world, 'nashville-chilli-crisp')).toBe(stock)
    const [line] =
      await world.sql`select refunded_quantity from public.order_items where order_id = ${orderId}`
    expect(line).toEqual({ refunded_quantity: 0 })
    const [held] =
      await world.sql`select on_hold_since is not null as is_held from public.orders where id = ${orderId}`
    expect(held).toEqual({ is_held: true })
    expect(await noticesOf(number)).toEqual([
      { template: 'refund_failed', recipient: shopper.email, amount: '850' },
      { template: 'refund_failed_notice', recipient: businessEmail, amount: '850' },
    ])
  },
)

test('a refund that fails before its email is never emailed as refunded', async () => {
  const { orderId, number } = await createPaidOrder(world)
  await runOrdersCommand(world, 'refund', String(number), '5')
  await world.sandbox.runDue()
  await pressBankButton(world, 'fail', await refundOf(orderId))
  expect(await getOrderEmailTemplates(world, orderId)).not.toContain('refund')
  expect(await noticesOf(number)).toMatchObject([{ template: 'refund_failed_notice' }])
})

test(
  'failed refund events in any order leave the same order',
  { tags: ['abuse-taken-back'] },
  async () => {
    const states = []
    for (const isLate of [false, true]) {
      const { orderId, number, order } = await createPaidOrder(world)
      world.webhook.down = isLate
      await runOrdersCommand(world, 'refund', String(number), '--line', '1')
      await world.sandbox.runDue()
      await pressBankButton(world, 'fail', await refundOf(orderId))
      world.webhook.down = false
      world.clock.advance(2 * 60 * 60_000)
      await world.sandbox.runDue()
      const { status, refunded } = { ...(await order()) }
      const [rest] = await world.sql`
      select on_hold_since is not null as is_held, (select count(*)::integer from public.refunds r where r.order_id = o.id) as open,
        (select count(*)::integer from public.failed_refunds f where f.order_id = o.id) as failed
      from public.orders o where id = ${orderId}`
      states.push({ status, refunded, ...rest })
    }
    const expected = { status: 'paid', refunded: 0, is_held: true, open: 0, failed: 1 }
    expect(states).toEqual([expected, expected])
  },
)

test('a failed refund that is retried successfully releases the hold', async () => {
  const { orderId, number, order } = await createPaidOrder(world)
  await runOrdersCommand(world, 'refund', String(number))
  await world.sandbox.runDue()
  await pressBankButton(world, 'fail', await refundOf(orderId))
  await runOrdersCommand(world, 'refund', String(number))
  await world.sandbox.runDue()
  expect(await order()).toMatchObject({ status: 'refunded' })
  const [row] = await world.sql`
    select o.on_hold_since, f.settled from public.orders o join public.failed_refunds f on f.order_id = o.id where o.id = ${orderId}`
  expect(row).toEqual({ on_hold_since: null, settled: 'again' })
})
