import { loadSupabase } from '../account/supabase.ts'

export const orderStates = [
  'pending',
  'paid',
  'payment_failed',
  'expired',
  'partially_refunded',
  'refunded',
  'fulfilled',
] as const
export type OrderState = (typeof orderStates)[number]

/** An order as its shopper sees it. Amounts in pence, times in ISO 8601. */
export interface PlacedOrder {
  id: string
  number: number
  state: OrderState
  /** The parcel has left, whatever was paid back. */
  isSent: boolean
  isSubscription: boolean
  /** The payment was agreed on and has yet to come in, as a bank debit does. */
  isSettling: boolean
  /** Somebody else had bought the last of it: it was paid for, and the money goes back. */
  isSoldOut: boolean
  placedAt: string
  deliveryName: string
  deliveryPrice: number
  discount: number
  total: number
  refunded: number
  lines: PlacedLine[]
}

export interface PlacedLine {
  position: number
  name: string
  size: string | null
  quantity: number
  /** How many pieces of it have been paid back. */
  refundedQuantity: number
  unitAmount: number
}

const columns =
  'id,number,status,created_at,fulfilled_at,is_subscription,delivery_name,delivery_price,discount,total,refunded,' +
  'stripe_session_id,stripe_session_url,sold_out_at,order_items(position,name,size,quantity,refunded_quantity,unit_amount)'

/** A row of `orders` with its lines, as the API sends it. */
export interface OrderRow {
  id: string
  number: number
  status: string
  created_at: string
  fulfilled_at: string | null
  is_subscription: boolean
  delivery_name: string
  delivery_price: number
  discount: number
  total: number
  refunded: number
  stripe_session_id: string | null
  /** Null also once the session can no longer be opened. */
  stripe_session_url: string | null
  sold_out_at: string | null
  order_items: {
    position: number
    name: string
    size: string | null
    quantity: number
    refunded_quantity: number
    unit_amount: number
  }[]
}

/**
 * The signed-in shopper's orders, the newest first; attempts that came to nothing are left out.
 * @throws Error when the database cannot be asked
 */
export async function loadOrders(userId: string): Promise<PlacedOrder[]> {
  const supabase = await loadSupabase()
  const { data, error } = await supabase
    .from('orders')
    .select(columns)
    .eq('user_id', userId)
    .neq('status', 'expired')
    .order('created_at', { ascending: false })
    .limit(100)
    .overrideTypes<OrderRow[], { merge: false }>()
  if (error !== null) throw new Error('The orders could not be read', { cause: error })
  return data.map(toOrder)
}

/**
 * The shopper's own order of a payment session, or null; somebody else's is null as well.
 * @throws Error when the database cannot be asked
 */
export async function loadOrderOfSession(sessionId: string): Promise<PlacedOrder | null> {
  const supabase = await loadSupabase()
  const { data, error } = await supabase
    .from('orders')
    .select(columns)
    .eq('stripe_session_id', sessionId)
    .maybeSingle()
    .overrideTypes<OrderRow, { merge: false }>()
  if (error !== null) throw new Error('The order could not be read', { cause: error })
  return data === null ? null : toOrder(data)
}

export function toOrder(row: OrderRow): PlacedOrder {
  return {
    id: row.id,
    number: row.number,
    state: orderStates.find((state) => state === row.status) ?? 'pending',
    isSent: row.fulfilled_at !== null,
    isSubscription: row.is_subscription,
    isSettling:
      row.status === 'pending' && row.stripe_session_id !== null && row.stripe_session_url === null,
    isSoldOut: row.sold_out_at !== null,
    placedAt: row.created_at,
    deliveryName: row.delivery_name,
    deliveryPrice: row.delivery_price,
    discount: row.discount,
    total: row.total,
    refunded: row.refunded,
    lines: [...row.order_items]
      .sort((one, other) => one.position - other.position)
      .map(({ unit_amount, refunded_quantity, ...line }) => ({
        ...line,
        refundedQuantity: refunded_quantity,
        unitAmount: unit_amount,
      })),
  }
}

/** Whether its goods are out of the cart for good: they are paid for, or the payment for them is on its way. */
export function isBought(order: PlacedOrder): boolean {
  return !order.isSoldOut && (order.isSettling || isSettled(order.state))
}

/** Whether the payment went through, whatever happened to the order afterwards. */
export function isSettled(state: OrderState): boolean {
  return !['pending', 'payment_failed', 'expired'].includes(state)
}
