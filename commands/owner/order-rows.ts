import type { SupabaseClient } from '@supabase/supabase-js'
import type { Day } from '../../domain/dates.ts'
import type { DeliveryAddress } from '../../supabase/functions/_shared/payment-facts.ts'
import { call } from '../../supabase/functions/_shared/supabase.ts'
import { OwnerError } from './connect.ts'
import type { OrderStatus } from './order-statuses.ts'

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

/** Which orders are listed, by one thing at a time; without any it is all of them. */
export interface OrderFilter {
  /** 'paid' are all that are to be packed, also those that are partly paid back. */
  status?: OrderStatus
  /** In London. */
  day?: Day
  /** Part of a name, an e-mail address or a product, or an order's number. */
  search?: string
}

/** An order as it is listed. */
export interface FoundOrder extends Pick<
  Order,
  'number' | 'email' | 'status' | 'total' | 'created_at' | 'fulfilled_at' | 'erased_at'
> {
  name: string | null
  lines: Pick<OrderItem, 'name' | 'size' | 'quantity' | 'refunded_quantity'>[]
}

const columns =
  'id, number, email, status, subtotal, delivery_price, delivery_name, discount, total, refunded, delivery_address, stock_held, is_subscription, stripe_subscription_id, stripe_invoice_id, stripe_session_id, stripe_payment_intent_id, created_at, paid_at, fulfilled_at, carrier, tracking, erased_at, order_items(position, name, quantity, unit_amount, size, refunded_quantity), refunds(amount, lines, restock, asked_at, booked_at)'

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

/** '2 × Nashville Chilli Crisp (1 paid back), 1 × Got. Got. Need. Tee (size M)'. */
export function linesText(lines: FoundOrder['lines']): string {
  return lines
    .map(({ name, size, quantity, refunded_quantity: back }) => {
      const notes = [
        size === null || size === '' ? null : `size ${size}`,
        back === 0 ? null : `${back} paid back`,
      ].filter((note) => note !== null)
      return `${quantity} × ${name}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
    })
    .join(', ')
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
