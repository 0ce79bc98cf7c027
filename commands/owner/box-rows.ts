import type { SupabaseClient } from '@supabase/supabase-js'
import { dayText } from '../../domain/day-text.ts'
import { formatPence } from '../../domain/money.ts'
import type { Order } from './order-rows.ts'

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

const columns =
  'stripe_subscription_id, email, status, amount, current_period_end, ends_at, ended_at, overdue_amount, retry_at, orders!inner(number)'

/** The box that an order began, or is a later one of; null when there is none, or its first payment never came. */
export async function readBox(client: SupabaseClient, order: Order): Promise<Box | null> {
  if (order.stripe_subscription_id === null) return null
  const { data, error } = await client
    .from('subscriptions')
    .select(columns)
    .eq('stripe_subscription_id', order.stripe_subscription_id)
    .neq('status', 'incomplete')
    .overrideTypes<(Omit<Box, 'began'> & { orders: { number: number } })[], { merge: false }>()
  if (error !== null)
    throw new Error(`The box could not be read: ${error.message}`, { cause: error })
  const [row] = data
  if (row === undefined) return null
  const { orders, ...box } = row
  return { ...box, began: orders.number }
}

/** Which box of its subscription an order is, counted from 1. */
export async function readTurn(client: SupabaseClient, order: Order): Promise<number> {
  const { count, error } = await client
    .from('orders')
    .select('id', { count: 'exact', head: true })
    .eq('stripe_subscription_id', order.stripe_subscription_id ?? '')
    .lte('number', order.number)
  if (error !== null)
    throw new Error(`The orders could not be read: ${error.message}`, { cause: error })
  return count ?? 1
}

/** It is charged for again. */
export function goesOn({ status, ends_at }: Box): boolean {
  return status !== 'cancelled' && ends_at === null
}

/** How it stands with a box, in a sentence without its end. */
export function boxText(box: Box): string {
  if (goesOn(box))
    return `goes on, the next payment is ${formatPence(box.amount)} on ${dayText(box.current_period_end)}`
  const end = box.ended_at ?? box.ends_at
  const day = end === null ? '' : ` on ${dayText(end)}`
  return box.status === 'cancelled' ? `is cancelled, it ended${day}` : `is cancelled, it ends${day}`
}

/** What was not paid, and how to be done with it; null when nothing is overdue. */
export function overdueText({ began, overdue_amount, retry_at }: Box): string | null {
  if (overdue_amount === null) return null
  const next = retry_at === null ? 'is still open' : `is tried again on ${dayText(retry_at)}`
  return `The payment of ${formatPence(overdue_amount)} that did not come through ${next}. To end the box at once, and that with it: npm run orders -- stop ${began} now`
}
