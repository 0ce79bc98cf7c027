import { dayText } from '../../domain/day-text.ts'
import {
  refreshSubscription,
  cancelSubscription as stop,
} from '../../supabase/functions/_shared/settlement.ts'
import { OwnerError, type OwnerTools } from './connect.ts'
import { type BoxSubscription, type Order, readBoxSubscription, readOrder } from './rows.ts'
import { boxStatusText, willRenew, overdueText } from './texts.ts'

/**
 * Cancels the subscription that an order began: at the end of the paid period, as the customer can in the portal, or at once with
 * `atOnce`, in which case overdue amounts are no longer collected. The customer gets the usual email about a cancellation.
 * @throws OwnerError when the order began no subscription, or it is cancelled already
 */
export async function cancelBox(tools: OwnerTools, number: number, atOnce: boolean): Promise<void> {
  const order = await readOrder(tools.client, number)
  const before = await newestBox(tools, order)
  if (before.began !== number)
    throw new OwnerError(
      `Order ${number} is a later box of order ${before.began}: npm run orders -- stop ${before.began}`,
    )
  if (before.status === 'cancelled' || (!atOnce && !willRenew(before)))
    throw new OwnerError(
      withOverdue(`The box of order ${number} is cancelled already: ${endText(before)}.`, before),
    )
  const id = before.stripe_subscription_id
  await stop(tools, id, atOnce)
  const after = (await readBoxSubscription(tools.client, order)) ?? before
  if (willRenew(after))
    throw new OwnerError(
      `The payment provider does not know the box of order ${number} (${id}): nothing is charged for it there`,
    )
  tools.print(
    withOverdue(
      `The box of order ${number} ${boxStatusText(after)}. ${told(before, after)}`,
      after,
    ),
  )
}

async function newestBox(tools: OwnerTools, order: Order): Promise<BoxSubscription> {
  const known = await readBoxSubscription(tools.client, order)
  if (known === null) throw new OwnerError(`No box began with order ${order.number}`)
  await refreshSubscription(tools, known.stripe_subscription_id)
  return (await readBoxSubscription(tools.client, order)) ?? known
}

function endText({ ended_at, ends_at }: BoxSubscription): string {
  if (ended_at !== null) return `it ended on ${dayText(ended_at)}`
  return ends_at === null ? 'it has ended' : `it ends on ${dayText(ends_at)}`
}

function told(before: BoxSubscription, after: BoxSubscription): string {
  const money =
    after.overdue_amount === null
      ? 'No more payments are taken.'
      : 'No payment for another box is taken.'
  const news = willRenew(before) && after.email !== '' ? ` The shop writes to ${after.email}.` : ''
  return `${money} What is paid for is still sent.${news}`
}

function withOverdue(text: string, box: BoxSubscription): string {
  const overdue = overdueText(box)
  return overdue === null ? text : `${text}\n${overdue}`
}
