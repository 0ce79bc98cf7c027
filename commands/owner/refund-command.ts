import type * as v from 'valibot'
import { formatPence } from '../../domain/money.ts'
import { rpcAt } from '../../supabase/client.ts'
import { createRefund, refundSchema } from '../../supabase/functions/_shared/refunds.ts'
import { parseDatabaseResult, OwnerError, type OwnerTools } from './connect.ts'
import { type Order, readBoxSubscription, readOrder } from './rows.ts'
import { boxStatusText, willRenew, orderLinesText } from './texts.ts'

/**
 * A request to refund an amount (`pence`), or lines of an order (a `quantity` of null is the rest of the line), or, when both are
 * null, all that is left of the order.
 */
export interface RefundRequest {
  pence: number | null
  lines: { position: number; quantity: number | null }[] | null
  restock: boolean
}

type Refund = v.InferOutput<typeof refundSchema>

/**
 * Asks the payment provider for a refund. Its webhook then updates the order and the stock and sends the email. Calling this again
 * before the webhook has arrived does not refund twice.
 */
export async function requestRefund(
  tools: OwnerTools,
  number: number,
  wish: RefundRequest,
): Promise<void> {
  const order = await readOrder(tools.client, number)
  const answer = await rpcAt(tools, 'begin_refund', {
    p_number: number,
    p_amount: wish.pence,
    p_lines: wish.lines,
    p_restock: wish.restock,
  })
  const begun = parseDatabaseResult(refundSchema, answer)
  await createRefund(tools, order, begun)
  tools.print(
    `${formatPence(begun.amount)} of order ${number} goes back to the shopper${purposeOf(begun)}. ${stockText(begun, wish)}`,
  )
  if (begun.isRest) await warnOfBox(tools, order)
}

function purposeOf({ pieces, isRest }: Refund): string {
  if (pieces.length === 0 || isRest) return ''
  return `, for ${orderLinesText(pieces.map((piece) => ({ ...piece, refunded_quantity: 0 })))}`
}

function stockText({ isRestocked }: Refund, { restock }: RefundRequest): string {
  if (isRestocked) return 'What is counted of it goes into stock again.'
  return restock ? 'Nothing of it is counted, so stock stays as it is.' : 'Stock stays as it is.'
}

/** Warns that a full refund of a subscription box does not stop its next payments. */
async function warnOfBox({ client, print }: OwnerTools, order: Order): Promise<void> {
  const box = await readBoxSubscription(client, order)
  if (box === null || !willRenew(box)) return
  print(
    `But the box of order ${box.began} ${boxStatusText(box)}. To stop it: npm run orders -- stop ${box.began}`,
  )
}

/** Parses '850' as pence, and '8.50', '£8.50' and '£8' as pounds. Returns pence, or null for any other text. */
export function parseAmountInPence(text: string): number | null {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const [, pounds, pence] = /^£?(\d{1,7})\.(\d{2})$/.exec(text) ?? /^£(\d{1,7})$/.exec(text) ?? []
  return pounds === undefined ? null : Number(pounds) * 100 + Number(pence ?? 0)
}

export function requireAmountInPence(text: string): number {
  const pence = parseAmountInPence(text)
  if (pence === null)
    throw new OwnerError(`"${text}" is no sum: write 850 (pence) or 8.50 (pounds)`)
  return pence
}
