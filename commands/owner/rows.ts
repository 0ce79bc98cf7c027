import type { SupabaseClient } from '@supabase/supabase-js'
import type { Day } from '../../domain/dates.ts'
import type { DeliveryAddress } from '../../supabase/functions/_shared/payment-facts.ts'
import { call } from '../../supabase/functions/_shared/supabase.ts'
import { OwnerError, rowsOf } from './connect.ts'

export interface OrderItem {
  position: number
  name: string
  quantity: number
  unit_amount: number
  size: string | null
  refunded_quantity: number
}

/** What was asked to go back; `booked_at` is null until the provider says that it has. */
export interface OrderRefund {
  amount: number
  lines: { position: number; quantity: number }[]
  restock: boolean
  asked_at: string
  booked_at: string | null
}

export interface Order {
  id: string
  number: number
  email: string
  status: string
  subtotal: number
  delivery_price: number
  delivery_name: string
  discount: number
  total: number
  refunded: number
  delivery_address: DeliveryAddress | null
  stock_held: boolean
  is_subscription: boolean
  stripe_subscription_id: string | null
  /** What a later box was paid by; null for what was ordered in the shop. */
  stripe_invoice_id: string | null
  stripe_session_id: string | null
  stripe_payment_intent_id: string | null
  created_at: string
  paid_at: string | null
  fulfilled_at: string | null
  carrier: string | null
  /** The carrier's number, or the address where the parcel is followed. */
  tracking: string | null
  /** When its shopper was forgotten. */
  erased_at: string | null
  order_items: OrderItem[]
  refunds: OrderRefund[]
}

export const statuses = [
  'pending',
  'paid',
  'fulfilled',
  'payment_failed',
  'expired',
  'partially_refunded',
  'refunded',
] as const

/** Which orders are listed, by one thing at a time; without any it is all of them. */
export interface OrderFilter {
  /** 'paid' are all that are to be packed, also those that are partly paid back. */
  status?: (typeof statuses)[number]
  /** In London. */
  day?: Day
  /** Part of a name, an e-mail address or a product, or an order's number. */
  search?: string
}

export interface FoundOrder extends Pick<
  Order,
  'number' | 'email' | 'status' | 'total' | 'created_at' | 'fulfilled_at' | 'erased_at'
> {
  name: string | null
  lines: Pick<OrderItem, 'name' | 'size' | 'quantity' | 'refunded_quantity'>[]
}

/** A page of the orders that somebody looks for, the newest first, and how many there are in all. */
export async function readOrders(
  client: SupabaseClient,
  { status, day, search }: OrderFilter,
  limit: number,
  offset: number,
): Promise<{ total: number; orders: FoundOrder[] }> {
  return call(client, 'list_orders', {
    p_status: status ?? null,
    p_day: day ?? null,
    p_search: search ?? null,
    p_limit: limit,
    p_offset: offset,
  })
}

const orderColumns =
  'id, number, email, status, subtotal, delivery_price, delivery_name, discount, total, refunded, delivery_address, stock_held, is_subscription, stripe_subscription_id, stripe_invoice_id, stripe_session_id, stripe_payment_intent_id, created_at, paid_at, fulfilled_at, carrier, tracking, erased_at, order_items(position, name, quantity, unit_amount, size, refunded_quantity), refunds(amount, lines, restock, asked_at, booked_at)'

/** @throws OwnerError when there is no such order */
export async function readOrder(client: SupabaseClient, number: number): Promise<Order> {
  const query = client.from('orders').select(orderColumns).eq('number', number).maybeSingle()
  const order: Order | null = await rowsOf('The order', query)
  if (order === null) throw new OwnerError(`There is no order ${number}`)
  return order
}

export interface PaymentEvent {
  id: string
  type: string
  outcome: string
  detail: string | null
  received_at: string
}

/** What the payment provider has said about an order, the oldest first. */
export async function readEvents(client: SupabaseClient, orderId: string): Promise<PaymentEvent[]> {
  const events = client.from('payment_events').select('id, type, outcome, detail, received_at')
  return rowsOf('The payment events', events.eq('order_id', orderId).order('received_at'))
}

/** A subscription; amounts in pence, times in ISO 8601. */
export interface Box {
  stripe_subscription_id: string
  email: string
  status: string
  amount: number
  current_period_end: string
  ends_at: string | null
  ended_at: string | null
  overdue_amount: number | null
  retry_at: string | null
  /** The number of the order that it began with. */
  began: number
}

/** The box that an order began, or is a later one of; null when there is none, or its first payment never came. */
export async function readBox(client: SupabaseClient, order: Order): Promise<Box | null> {
  if (order.stripe_subscription_id === null) return null
  const query = client
    .from('subscriptions')
    .select(
      'stripe_subscription_id, email, status, amount, current_period_end, ends_at, ended_at, overdue_amount, retry_at, orders!inner(number)',
    )
    .eq('stripe_subscription_id', order.stripe_subscription_id)
    .neq('status', 'incomplete')
    .overrideTypes<(Omit<Box, 'began'> & { orders: { number: number } })[], { merge: false }>()
  const [row] = await rowsOf('The box', query)
  if (row === undefined) return null
  const { orders, ...box } = row
  return { ...box, began: orders.number }
}

/** Which box of its subscription an order is, counted from 1. */
export async function readTurn(client: SupabaseClient, order: Order): Promise<number> {
  const orders = await rowsOf(
    'The orders',
    client
      .from('orders')
      .select('id')
      .eq('stripe_subscription_id', order.stripe_subscription_id ?? '')
      .lte('number', order.number),
  )
  return orders.length
}
