import { expect, vi } from 'vitest'
import type { OwnerTools } from '../../commands/owner/connect.ts'
import { ordersCommand } from '../../commands/owner/order-commands.ts'
import { openPaymentSession, type OrderRow, getOrders, payOnPage } from './checkouts.ts'
import { businessEmail } from './small-shop.ts'
import type { Shopper, PaymentWorld } from './world.ts'

/** Returns the dependencies of the owner's commands, whose output is added to `lines`. */
export function createOwnerTools(
  { client, stripe, clock }: PaymentWorld,
  lines: string[],
  account: OwnerTools['account'] = 'sandbox',
): OwnerTools {
  const print = (line: string) => lines.push(line)
  const siteUrl = new URL('https://shop.example')
  return { client, stripe, account, siteUrl, businessEmail, now: clock.now, print }
}

/** Runs `npm run orders -- …` and returns its output. */
export async function runOrdersCommand(world: PaymentWorld, ...args: string[]): Promise<string> {
  const lines: string[] = []
  await ordersCommand(args)(createOwnerTools(world, lines))
  return lines.join('\n')
}

export interface PaidOrder {
  shopper: Shopper
  orderId: string
  number: number
  order: () => Promise<OrderRow | undefined>
}

/** Creates an order that was paid on the payment page. `order` reads its current row. */
export async function createPaidOrder(world: PaymentWorld, slugs?: string[]): Promise<PaidOrder> {
  const { shopper, url, orderId } = await openPaymentSession(world, slugs)
  await payOnPage(url)
  const order = async () => (await getOrders(world, shopper))[0]
  if (!world.webhook.down)
    await vi.waitFor(async () => expect((await order())?.status).not.toBe('pending'), 10_000)
  return { shopper, orderId, number: Number((await order())?.number), order }
}
