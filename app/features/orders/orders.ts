import type { ShopClient } from '../../../supabase/client.ts'
import { getUndeliverableArea } from '../../../domain/delivery-area.ts'
import { loadSupabase } from '../account/supabase.ts'
import { getTextField } from '../browser/json.ts'

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

const facts =
  'id,number,state:status,placedAt:created_at,sentAt:fulfilled_at,isSubscription:is_subscription'
const parcel = 'address:delivery_address,carrier,tracking'
const hold = 'onHoldSince:on_hold_since,dispute:dispute_state'
const gift = 'giftTo:gift_to,giftFrom:gift_from,giftNote:gift_note'
const sums = 'deliveryName:delivery_name,deliveryPrice:delivery_price,discount,total,refunded'
const session = 'sessionId:stripe_session_id,sessionUrl:stripe_session_url,soldOutAt:sold_out_at'
const lines =
  'lines:order_items(position,productId:product_id,name,size,quantity,refundedQuantity:refunded_quantity,unitAmount:unit_amount)'
const columns = `${facts},${parcel},${hold},${gift},${sums},${session},${lines}` as const

const selectOrders = (supabase: ShopClient) => supabase.from('orders').select(columns)

/**
 * An order with its lines. Amounts are in pence, times in ISO 8601. `sessionUrl` is also null once the payment page can
 * no longer be opened.
 */
export type OrderRow = NonNullable<Awaited<ReturnType<typeof selectOrders>>['data']>[number]

/** The recipes that a line is packed with, or the right label of one that was sold under a wrong one. */
export interface PackedRecipe {
  since: string
  isLatest: boolean
  /** True when the label that the customer has was wrong, and this is the right one. */
  isCorrected: boolean
  /** True when the parcel has pieces of several recipes. */
  isMixed: boolean
  isSent: boolean
  allergens: string | null
}

/** `refundedQuantity` is the number of refunded pieces. */
export type PlacedOrderLine = OrderRow['lines'][number] & { packed: PackedRecipe[] }

export type Hold = { why: 'bank' | 'lost' | 'other' } | { why: 'area'; area: string }

export interface PlacedOrder extends Omit<
  OrderRow,
  | 'state'
  | 'address'
  | 'sentAt'
  | 'sessionId'
  | 'sessionUrl'
  | 'soldOutAt'
  | 'onHoldSince'
  | 'dispute'
  | 'lines'
> {
  lines: PlacedOrderLine[]
  state: OrderState
  /** The lines of the delivery address; empty until the order is paid. */
  address: string[]
  isSent: boolean
  /** The reason why a paid order is not being packed; null when there is none, or when the order has been sent. */
  hold: Hold | null
  /** True while an authorised payment has not been received yet, as with a bank debit. */
  isSettling: boolean
  /** True when other customers bought the last pieces before this payment arrived. The payment is refunded. */
  isSoldOut: boolean
}

/**
 * Returns the signed-in customer's last 100 orders, newest first, without expired ones.
 * @throws when the database does not respond
 */
export async function loadOrders(userId: string): Promise<PlacedOrder[]> {
  const { data, error } = await selectOrders(await loadSupabase())
    .eq('user_id', userId)
    .neq('status', 'expired')
    .order('created_at', { ascending: false })
    .limit(100)
  if (error !== null) throw new Error('The orders could not be read', { cause: error })
  return addRecipes(data)
}

/**
 * Returns the customer's order of a payment session; null when there is none or when it is another customer's.
 * @throws when the database does not respond
 */
export async function loadOrderOfCheckoutSession(sessionId: string): Promise<PlacedOrder | null> {
  const { data, error } = await selectOrders(await loadSupabase())
    .eq('stripe_session_id', sessionId)
    .maybeSingle()
  if (error !== null) throw new Error('The order could not be read', { cause: error })
  const [order] = data === null ? [] : await addRecipes([data])
  return order ?? null
}

async function addRecipes(rows: OrderRow[]): Promise<PlacedOrder[]> {
  const paid = rows.map((row) => toOrder(row)).filter(({ state }) => wasPaid(state))
  if (paid.length === 0) return rows.map((row) => toOrder(row))
  const ids = paid.map(({ id }) => id)
  const { data, error } = await selectRecipes(await loadSupabase(), ids)
  if (error !== null) throw new Error('The recipes of orders could not be read', { cause: error })
  return rows.map((row) => toOrder(row, data))
}

const selectRecipes = (supabase: ShopClient, orders: string[]) =>
  supabase.rpc('order_recipes', { p_orders: orders })

type RecipeRow = NonNullable<Awaited<ReturnType<typeof selectRecipes>>['data']>[number]

const toRecipe = (row: RecipeRow): PackedRecipe => ({
  since: row.since,
  isLatest: row.is_latest,
  isCorrected: row.is_corrected,
  isMixed: row.is_mixed,
  isSent: row.is_sent,
  allergens: row.allergens,
})

export function toOrder(found: OrderRow, recipes: readonly RecipeRow[] = []): PlacedOrder {
  const { sentAt, sessionId, sessionUrl, soldOutAt, onHoldSince, dispute, ...row } = found
  const state = orderStates.find((known) => known === row.state) ?? 'pending'
  return {
    ...row,
    state,
    address: addressLines(row.address),
    isSent: sentAt !== null,
    hold: sentAt === null && onHoldSince !== null ? getHold(dispute, row.address) : null,
    isSettling: state === 'pending' && sessionId !== null && sessionUrl === null,
    isSoldOut: soldOutAt !== null,
    lines: row.lines
      .map((line) => ({ ...line, packed: recipesOf(row.id, line.position, recipes) }))
      .sort((one, other) => one.position - other.position),
  }
}

const recipesOf = (
  order: string,
  position: number,
  recipes: readonly RecipeRow[],
): PackedRecipe[] =>
  recipes.filter((row) => row.order_id === order && row.position === position).map(toRecipe)

function getHold(dispute: string | null, address: unknown): Hold {
  if (dispute === 'open' || dispute === 'lost') return { why: dispute === 'open' ? 'bank' : 'lost' }
  const area = getUndeliverableArea(getTextField(address, 'postcode'))
  return area === null ? { why: 'other' } : { why: 'area', area }
}

/** Omits the country: the shop delivers to Great Britain only. */
function addressLines(address: unknown): string[] {
  const parts = ['name', 'line1', 'line2', 'city', 'county', 'postcode']
  return parts.flatMap((part) => getTextField(address, part) || [])
}

/** Returns true when the order is paid, or when its payment has been authorised: its lines are no longer needed in the cart. */
export function isPaidOrAuthorised(order: PlacedOrder): boolean {
  return !order.isSoldOut && (order.isSettling || wasPaid(order.state))
}

/** Returns true when the payment went through, also if the order was refunded later. */
export function wasPaid(state: OrderState): boolean {
  return !['pending', 'payment_failed', 'expired'].includes(state)
}
