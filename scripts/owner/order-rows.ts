import type { SupabaseClient } from '@supabase/supabase-js'
import type { DeliveryAddress } from '../../supabase/functions/_shared/payment-facts.ts'
import { OwnerError } from './connect.ts'
import type { OrderStatus } from './order-statuses.ts'

export interface OrderItem {
  position: number
  name: string
  quantity: number
  unit_amount: number
  size: string | null
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
  /** When its shopper was forgotten. */
  erased_at: string | null
  order_items: OrderItem[]
}

const columns =
  'id, number, email, status, subtotal, delivery_price, delivery_name, discount, total, refunded, delivery_address, stock_held, is_subscription, stripe_subscription_id, stripe_invoice_id, stripe_session_id, stripe_payment_intent_id, created_at, paid_at, fulfilled_at, erased_at, order_items(position, name, quantity, unit_amount, size)'

/** The newest orders, of one status when it is given; 'paid' are all that are to be packed, also those that are partly paid back. */
export async function readOrders(
  client: SupabaseClient,
  status: OrderStatus | null,
  limit: number,
): Promise<Order[]> {
  const all = client
    .from('orders')
    .select(columns)
    .order('number', { ascending: false })
    .limit(limit)
  const { data, error } = await (status === null
    ? all
    : status === 'paid'
      ? all
          .in('status', ['paid', 'partially_refunded'])
          .is('fulfilled_at', null)
          .is('sold_out_at', null)
      : all.eq('status', status))
  if (error !== null)
    throw new Error(`The orders could not be read: ${error.message}`, { cause: error })
  return data
}

/** @throws OwnerError when there is no such order */
export async function readOrder(client: SupabaseClient, number: number): Promise<Order> {
  const { data, error } = await client
    .from('orders')
    .select(columns)
    .eq('number', number)
    .maybeSingle()
  if (error !== null)
    throw new Error(`The order could not be read: ${error.message}`, { cause: error })
  if (data === null) throw new OwnerError(`There is no order ${number}`)
  return data
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
  const { data, error } = await client
    .from('payment_events')
    .select('id, type, outcome, detail, received_at')
    .eq('order_id', orderId)
    .order('received_at')
  if (error !== null)
    throw new Error(`The payment events could not be read: ${error.message}`, { cause: error })
  return data
}
