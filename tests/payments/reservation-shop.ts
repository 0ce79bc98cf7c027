import { startOrdersSweep } from '../../server/orders-sweep.ts'
import { createCheckoutLine, type CheckoutResponse, checkOut, getOrders } from './checkouts.ts'
import { businessEmail } from './small-shop.ts'
import { createRecordingLog, openPaymentWorld, type Shopper, type PaymentWorld } from './world.ts'

export const minuteMs = 60_000
/** The slug of a product that has ten pieces in stock. */
export const stockedProductSlug = 'apple-terror-sauce'
export const boxSlug = 'twink-box-monthly-subscription'

/**
 * A shop for tests of stock that unpaid orders reserve. The periodic job that expires unpaid orders (`server/orders-sweep.ts`) runs
 * only in `sweepAfter`.
 */
export interface ReservationShop {
  world: PaymentWorld
  /** Restores the stock, and removes all orders and faults. */
  reset: () => Promise<void>
  /** Advances the shop's clock by `ms` milliseconds and runs the job once. */
  sweepAfter: (ms: number) => Promise<void>
  /** Checks out `quantity` pieces of the product `stockedProductSlug`, ten by default, without paying. */
  attempt: (shopper: Shopper, quantity?: number) => Promise<CheckoutResponse>
  /** Creates a shopper who let two reservations expire without paying: one after an hour, one after fifteen minutes. */
  aShopperWithExpiredReservations: () => Promise<Shopper>
  statusesOf: (shopper: Shopper) => Promise<string[]>
  stop: () => Promise<void>
}

export async function startReservationShop(): Promise<ReservationShop> {
  const world = await openPaymentWorld()
  const sweep = startOrdersSweep({
    client: world.client,
    stripe: world.stripe,
    now: world.clock.now,
    log: createRecordingLog(world.log),
    intervalMs: minuteMs,
    businessEmail,
  })
  const sweepAfter = async (ms: number) => {
    world.clock.advance(ms)
    await sweep.runOnce()
  }
  const attempt = async (shopper: Shopper, quantity = 10) =>
    checkOut(world, shopper, [await createCheckoutLine(world, stockedProductSlug, quantity)])
  return {
    world,
    sweepAfter,
    attempt,
    reset: async () => {
      const { sql } = world
      await sql`update public.orders set status = 'expired', stock_held = false where status = 'pending'`
      await sql`update public.products set stock = 10 where slug = ${stockedProductSlug}`
      await sql`update public.products set stock = null where slug = ${boxSlug}`
      world.webhook.down = false
      world.provider.fault = { kind: 'none' }
      world.log.length = 0
    },
    aShopperWithExpiredReservations: async () => {
      const shopper = await world.shopper()
      await attempt(shopper)
      await sweepAfter(61 * minuteMs)
      await attempt(shopper)
      await sweepAfter(16 * minuteMs)
      return shopper
    },
    statusesOf: async (shopper) => (await getOrders(world, shopper)).map(({ status }) => status),
    stop: async () => {
      await sweep.stop()
      await world.stop()
    },
  }
}
