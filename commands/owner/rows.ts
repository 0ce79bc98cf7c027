import * as v from 'valibot'
import { rpcParsed, getRows, type ShopClient } from '../../supabase/client.ts'
import type { Day } from '../../domain/dates.ts'
import { deliveryAddressSchema } from '../../supabase/functions/_shared/payment-facts.ts'
import { OwnerError } from './connect.ts'

export const orderStatuses = [
  'pending',
  'paid',
  'fulfilled',
  'payment_failed',
  'expired',
  'partially_refunded',
  'refunded',
] as const

export interface OrderFilter {
  /** The order's status. The filter 'paid' means all orders to be packed, which includes partly refunded ones. */
  status?: (typeof orderStatuses)[number]
  /** The day on which the order was placed, in London's time zone. */
  day?: Day
  search?: string
}

const foundSchema = v.object({
  total: v.number(),
  orders: v.array(
    v.object({
      number: v.number(),
      email: v.string(),
      status: v.string(),
      total: v.number(),
      created_at: v.string(),
      fulfilled_at: v.nullable(v.string()),
      erased_at: v.nullable(v.string()),
      name: v.nullable(v.string()),
      lines: v.array(
        v.object({
          name: v.string(),
          size: v.nullable(v.string()),
          quantity: v.number(),
          refunded_quantity: v.number(),
        }),
      ),
    }),
  ),
})
export type FoundOrder = v.InferOutput<typeof foundSchema>['orders'][number]

export function readOrders(
  client: ShopClient,
  { status, day, search }: OrderFilter,
  limit: number,
  offset: number,
): Promise<v.InferOutput<typeof foundSchema>> {
  return rpcParsed(foundSchema, client, 'list_orders', {
    p_status: status ?? null,
    p_day: day ?? null,
    p_search: search ?? null,
    p_limit: limit,
    p_offset: offset,
  })
}

const orderColumns =
  'id, number, email, status, subtotal, delivery_price, delivery_name, discount, total, refunded, delivery_address, stock_held, is_subscription, stripe_subscription_id, stripe_invoice_id, stripe_session_id, stripe_payment_intent_id, created_at, paid_at, fulfilled_at, carrier, tracking, erased_at, gift_to, gift_from, gift_note, order_items(position, name, quantity, unit_amount, size, refunded_quantity, products(stock), packed_recipes(is_as_ordered, allergens)), refunds(amount, lines, restock, asked_at, booked_at)'

const refundedLines = v.array(
  v.object({ position: v.number(), quantity: v.number(), restock: v.nullish(v.boolean()) }),
)

export type Order = Awaited<ReturnType<typeof readOrder>>
export type OrderItem = Order['order_items'][number]
/** A refund of an order; `booked_at` is null until the payment provider confirms the refund. */
export type OrderRefund = Order['refunds'][number]

export async function readOrder(client: ShopClient, number: number) {
  const query = client.from('orders').select(orderColumns).eq('number', number).maybeSingle()
  const order = await getRows('The order', query)
  if (order === null) throw new OwnerError(`There is no order ${number}`)
  return {
    ...order,
    delivery_address: v.parse(v.nullable(deliveryAddressSchema), order.delivery_address),
    refunds: order.refunds.map((refund) => ({
      ...refund,
      lines: v.parse(refundedLines, refund.lines),
    })),
  }
}

export function readPaymentEvents(client: ShopClient, orderId: string) {
  const events = client.from('payment_events').select('id, type, outcome, detail, received_at')
  return getRows('The payment events', events.eq('order_id', orderId).order('received_at'))
}

/** A subscription. Amounts are in pence, times in ISO 8601; `began` is the number of the subscription's first order. */
export type BoxSubscription = NonNullable<Awaited<ReturnType<typeof readBoxSubscription>>>

/**
 * Returns the subscription of an order, which may be its first or a later one. Returns null when there is none, or when its first
 * payment was never made.
 */
export async function readBoxSubscription(client: ShopClient, order: Order) {
  if (order.stripe_subscription_id === null) return null
  const query = client
    .from('subscriptions')
    .select(
      'stripe_subscription_id, email, status, amount, current_period_end, skips_to, ends_at, ended_at, overdue_amount, retry_at, orders!inner(number)',
    )
    .eq('stripe_subscription_id', order.stripe_subscription_id)
    .neq('status', 'incomplete')
  const [row] = await getRows('The box', query)
  if (row === undefined) return null
  const { orders, ...box } = row
  return { ...box, began: orders.number }
}

/** Returns the position of an order in its subscription, from 1 for the first order. */
export async function readBoxPosition(client: ShopClient, order: Order): Promise<number> {
  const orders = await getRows(
    'The orders',
    client
      .from('orders')
      .select('id')
      .eq('stripe_subscription_id', order.stripe_subscription_id ?? '')
      .lte('number', order.number),
  )
  return orders.length
}
