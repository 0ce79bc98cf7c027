import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayText } from '../../domain/day-text.ts'
import {
  createSubscriber,
  getSubscription,
  latestInvoice,
  renewInPortal,
  getRenewalOrders,
  getEmailTemplatesTo,
} from './boxes.ts'
import { openPaymentSession, getOrders, payOnPage } from './checkouts.ts'
import { runOrdersCommand } from './owner.ts'
import { openPaymentWorld, type Shopper, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

const run = (...args: string[]) => runOrdersCommand(world, ...args)

/** Creates a shopper with a box. Returns also the number of its first order. */
async function aSubscription(): Promise<{
  shopper: Shopper
  subscription: string
  number: string
}> {
  const { shopper, subscription } = await createSubscriber(world)
  const [order] = await getOrders(world, shopper)
  return { shopper, subscription, number: String(order?.number) }
}

async function endOf(shopper: Shopper): Promise<string> {
  return dayText((await getSubscription(world, shopper)).current_period_end.toISOString())
}

describe('npm run orders -- stop', () => {
  test('the stop command cancels a subscription at the end of its period and emails the customer once', async () => {
    const { shopper, subscription, number } = await aSubscription()
    const day = await endOf(shopper)
    const output = await run('stop', number)
    expect(output).toBe(
      `The box of order ${number} is cancelled, it ends on ${day}. No more payments are taken. What is paid for is still sent. The shop writes to ${shopper.email}.`,
    )
    await world.sandbox.runDue()
    expect(await world.stripe.subscriptions.retrieve(subscription)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
    })
    expect(await getSubscription(world, shopper)).toMatchObject({
      status: 'active',
      end_reason: 'asked',
    })
    expect(await getEmailTemplatesTo(world, shopper)).toEqual([
      'box_cancelled',
      'order_confirmation',
    ])
    expect(await run('show', number)).toContain(`is cancelled, it ends on ${day}`)
    await renewInPortal(world, subscription)
    expect(await getRenewalOrders(world, shopper)).toEqual([])
  })

  test('the stop command reports a subscription that is already cancelled or ended', async () => {
    const { shopper, subscription, number } = await aSubscription()
    world.webhook.down = true
    await world.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    await expect(run('stop', number)).rejects.toThrow(
      `The box of order ${number} is cancelled already: it ends on ${await endOf(shopper)}.`,
    )
    world.webhook.down = false
    expect((await getSubscription(world, shopper)).ends_at).not.toBeNull()
    await world.stripe.subscriptions.cancel(subscription)
    await expect(run('stop', number, 'now')).rejects.toThrow('is cancelled already: it ended on ')
  })

  test('the stop command mentions an overdue payment and can end it too', async () => {
    const { shopper, subscription, number } = await aSubscription()
    await renewInPortal(world, subscription, 'failed')
    const output = await run('stop', number)
    expect(output).toContain('is cancelled, it ends on ')
    expect(output).toMatch(/The payment of £20\.00 that did not go through will be tried again on /)
    expect(output).toContain(`npm run orders -- stop ${number} now`)
    expect(await run('stop', number, 'now')).toMatch(/is cancelled, it ended on .*No more payments/)
    await world.sandbox.runDue()
    expect(await getSubscription(world, shopper)).toMatchObject({
      status: 'cancelled',
      overdue_amount: null,
    })
    expect(await latestInvoice(world, subscription)).toMatchObject({ auto_advance: false })
    expect((await renewInPortal(world, subscription, 'succeeded', 'retry')).status).toBe(422)
    const emails = (await getEmailTemplatesTo(world, shopper)).filter(
      (name) => name === 'box_cancelled',
    )
    expect(emails).toHaveLength(1)
  })

  test('the stop command explains an order without a subscription and a renewal', async () => {
    const { shopper, url } = await openPaymentSession(world)
    await payOnPage(url)
    const [plain] = await getOrders(world, shopper)
    await expect(run('stop', String(plain?.number))).rejects.toThrow(
      `No box began with order ${plain?.number}`,
    )
    await expect(run('stop', '99999999')).rejects.toThrow('There is no order 99999999')
    const box = await aSubscription()
    await renewInPortal(world, box.subscription)
    const [later] = await getRenewalOrders(world, box.shopper)
    await expect(run('stop', String(later?.number))).rejects.toThrow(
      `Order ${later?.number} is a later box of order ${box.number}: npm run orders -- stop ${box.number}`,
    )
    expect((await getSubscription(world, box.shopper)).ends_at).toBeNull()
  })

  test('the stop command changes nothing while the provider fails or does not know the subscription', async () => {
    const { shopper, number } = await aSubscription()
    world.provider.fault = { kind: 'failing' }
    await expect(run('stop', number)).rejects.toThrow(/./)
    world.provider.fault = { kind: 'none' }
    expect((await getSubscription(world, shopper)).ends_at).toBeNull()
    await world.sql`
      with moved as (update public.subscriptions set stripe_subscription_id = 'sub_elsewhere' where user_id = ${shopper.id})
      update public.orders set stripe_subscription_id = 'sub_elsewhere' where user_id = ${shopper.id}`
    await expect(run('stop', number)).rejects.toThrow('does not know the box')
    await expect(run('stop', number, 'now')).rejects.toThrow('does not know the box')
  })
})

describe('an order with a subscription', () => {
  test('a full refund of an order with a running subscription explains how to stop it', async () => {
    const { shopper, subscription, number } = await aSubscription()
    expect(await run('refund', number, '£1')).not.toContain('stop')
    await world.sandbox.runDue()
    expect(await run('refund', number)).toContain(
      `But the box of order ${number} goes on, the next payment is £20.00 on ${await endOf(shopper)}. To stop it: npm run orders -- stop ${number}`,
    )
    await renewInPortal(world, subscription)
    await run('stop', number)
    const [later] = await getRenewalOrders(world, shopper)
    expect(await run('refund', String(later?.number))).not.toContain('stop')
  })

  test('the show command states the subscription of an order and the number of a renewal', async () => {
    const { shopper, subscription, number } = await aSubscription()
    await renewInPortal(world, subscription)
    await renewInPortal(world, subscription)
    const day = await endOf(shopper)
    expect(await run('show', number)).toContain(
      `The box of order ${number} goes on, the next payment is £20.00 on ${day}`,
    )
    const [second, third] = await getRenewalOrders(world, shopper)
    expect(await run('show', String(second?.number))).toContain(
      `A later box of order ${number}: number 2 in turn`,
    )
    expect(await run('show', String(third?.number))).toContain('number 3 in turn')
    await renewInPortal(world, subscription, 'failed')
    expect(await run('show', number)).toContain('The payment of £20.00 that did not go through')
  })
})
