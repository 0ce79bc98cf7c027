import type { ShopClient } from '../../../supabase/client.ts'
import { shortDayText } from '../../../domain/day-text.ts'
import { type OverdueCause, parseOverdueCause } from '../../../domain/overdue-cause.ts'
import { formatPence } from '../../../domain/money.ts'
import type { Interval } from '../../../domain/product.ts'
import { intervalText } from '../../../domain/interval-text.ts'
import { loadSupabase } from '../../features/account/supabase.ts'
import { getField, getTextField } from '../../features/browser/json.ts'

export interface BoxSubscription {
  id: string
  contents: BoxContent[]
  state: BoxSubscriptionState
  /** The URL of the page on which the customer confirms a payment that the bank has stopped, or null. */
  confirmAt: string | null
}

export interface BoxContent {
  name: string
  image: string | null
  size: string | null
  quantity: number
  interval: Interval
}

export interface BoxSubscriptionState {
  kind: 'active' | 'failed' | 'cancelled' | 'over' | 'paused'
  word: string
  words: string
}

const columns =
  'id,status,boxes,amount,current_period_end,skips_to,ends_at,ended_at,end_reason,overdue_amount,retry_at,overdue_cause,overdue_link'
const ask = (supabase: ShopClient) => supabase.from('subscriptions').select(columns)
/** Amounts are in pence, times in ISO 8601. */
export type BoxSubscriptionRow = Omit<
  NonNullable<Awaited<ReturnType<typeof ask>>['data']>[number],
  'boxes'
> & {
  boxes: BoxContent[]
}

/**
 * Returns up to 100 subscriptions, active ones first, without those that were never paid.
 * @throws Error when the database does not respond
 */
export async function loadBoxSubscriptions(userId: string): Promise<BoxSubscription[]> {
  const { data, error } = await ask(await loadSupabase())
    .eq('user_id', userId)
    .neq('status', 'incomplete')
    .order('created_at', { ascending: false })
    .limit(100)
  if (error !== null) throw new Error('The boxes could not be read', { cause: error })
  const boxes = data.map((row) => toBoxSubscription({ ...row, boxes: readContents(row.boxes) }))
  const isOver = (box: BoxSubscription): boolean => box.state.kind === 'over'
  return [...boxes.filter((box) => !isOver(box)), ...boxes.filter(isOver)]
}

function readContents(kept: unknown): BoxContent[] {
  if (!Array.isArray(kept)) return []
  return kept.flatMap((content: unknown) => {
    const name = getTextField(content, 'name')
    const quantity = getField(content, 'quantity')
    const interval = getField(content, 'interval')
    const [unit, count] = [getField(interval, 'unit'), getField(interval, 'count')]
    if (name === null || typeof quantity !== 'number' || typeof count !== 'number') return []
    if (unit !== 'month' && unit !== 'year') return []
    const [image, size] = [getTextField(content, 'image'), getTextField(content, 'size')]
    return [{ name, image, size, quantity, interval: { unit, count } }]
  })
}

export function toBoxSubscription(row: BoxSubscriptionRow): BoxSubscription {
  const isToConfirm = row.overdue_cause === 'confirm' && row.status !== 'cancelled'
  const confirmAt = isToConfirm ? row.overdue_link : null
  return { id: row.id, contents: row.boxes, state: boxState(row), confirmAt }
}

function boxState(row: BoxSubscriptionRow): BoxSubscriptionState {
  const overdue = overdueWords(row)
  if (row.status === 'cancelled') return { kind: 'over', word: 'Ended', words: endWords(row) }
  if (overdue !== null && row.ends_at === null)
    return row.overdue_cause === 'confirm'
      ? { kind: 'failed', word: 'Confirm', words: overdue }
      : { kind: 'failed', word: 'Failed', words: `${overdue} You can use another card.` }
  if (row.ends_at !== null) {
    const none = overdue === null ? 'No more payments.' : `${overdue} After that, no more payments.`
    const end = `${none} It ends on ${shortDayText(row.ends_at)}. Changed your mind? You can keep it until then.`
    return { kind: 'cancelled', word: 'Cancelled', words: end }
  }
  if (row.status === 'paused')
    return { kind: 'paused', word: 'Paused', words: 'We’re not taking payments for now.' }
  return { kind: 'active', word: 'Active', words: nextWords(row) }
}

function nextWords({
  amount,
  boxes,
  current_period_end: due,
  skips_to: next,
}: BoxSubscriptionRow): string {
  const every = boxes[0] === undefined ? '' : `, ${intervalText(boxes[0].interval)}`
  const skipped = next === null ? '' : ` We’re skipping the one due ${shortDayText(due)}.`
  return `Next payment: ${formatPence(amount)} on ${shortDayText(next ?? due)}${every}.${skipped}`
}

const overdueTexts: Record<OverdueCause, (sum: string) => string> = {
  confirm: (sum) => `Your bank wants you to confirm the last payment of ${sum}.`,
  funds: (sum) => `There wasn’t enough money in the account for the last payment of ${sum}.`,
  expired: (sum) => `Your card has expired, so we couldn’t take the last payment of ${sum}.`,
  declined: (sum) => `The last payment of ${sum} didn’t go through.`,
}

function overdueWords({
  status,
  amount,
  overdue_amount,
  retry_at,
  overdue_cause,
}: BoxSubscriptionRow): string | null {
  if (status !== 'past_due' && status !== 'unpaid') return null
  const sum = formatPence(overdue_amount ?? amount)
  const again = retry_at === null ? '' : ` We’ll try again on ${shortDayText(retry_at)}.`
  return overdueTexts[parseOverdueCause(overdue_cause)](sum) + again
}

function endWords({
  ended_at: ended,
  ends_at: ends,
  end_reason: reason,
}: BoxSubscriptionRow): string {
  const day = shortDayText(ended ?? ends ?? '')
  const when = day === '' ? '' : ` on ${day}`
  return reason === 'unpaid'
    ? `It ended${when}, because the payment didn’t go through.`
    : `It ended${when}. No more payments.`
}
