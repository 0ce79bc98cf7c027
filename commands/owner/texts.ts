import { dayText } from '../../domain/day-text.ts'
import { formatPence } from '../../domain/money.ts'
import type { BoxSubscription, FoundOrder } from './rows.ts'

const time = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Europe/London',
})

/** Formats an ISO 8601 time as '14 Nov 2026, 12:00' in London's time zone. */
export function momentText(iso: string): string {
  return time.format(new Date(iso))
}

export function erasedText({ erased_at }: { erased_at: string | null }): string {
  return erased_at === null ? 'erased' : `erased on ${dayText(erased_at)}`
}

export function statusText(status: string): string {
  return status.replaceAll('_', '-')
}

export function orderLinesText(lines: FoundOrder['lines']): string {
  return lines
    .map(({ name, size, quantity, refunded_quantity: back }) => {
      const notes = [
        ...(size === null || size === '' ? [] : [`size ${size}`]),
        ...(back === 0 ? [] : [`${back} paid back`]),
      ]
      return `${quantity} × ${name}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
    })
    .join(', ')
}

/** Returns true when the subscription will be charged again. */
export function willRenew({ status, ends_at }: BoxSubscription): boolean {
  return status !== 'cancelled' && ends_at === null
}

export function boxStatusText(box: BoxSubscription): string {
  if (willRenew(box))
    return `goes on, the next payment is ${formatPence(box.amount)} on ${dayText(box.skips_to ?? box.current_period_end)}${box.skips_to === null ? '' : ', one skipped'}`
  const end = box.ended_at ?? box.ends_at
  const day = end === null ? '' : ` on ${dayText(end)}`
  return `is cancelled, it ${box.status === 'cancelled' ? 'ended' : 'ends'}${day}`
}

/** Returns a sentence about the overdue payment and how to cancel it; null when nothing is overdue. */
export function overdueText({ began, overdue_amount, retry_at }: BoxSubscription): string | null {
  if (overdue_amount === null) return null
  const next = retry_at === null ? 'is still owing' : `will be tried again on ${dayText(retry_at)}`
  return `The payment of ${formatPence(overdue_amount)} that did not go through ${next}. To end the box at once, and that with it: npm run orders -- stop ${began} now`
}
