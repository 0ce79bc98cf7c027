import { shortDayText } from '../../domain/day-text.ts'
import { formatPence } from '../../domain/money.ts'
import type { BoxEmail } from '../emails.ts'

/** The payment that did not come through, and when it is tried again; null when none is overdue. */
export function overdueText({ overdueAmount, retryAt }: BoxEmail): string | null {
  if (overdueAmount === null) return null
  const next = retryAt === null ? 'is still open' : `is tried again on ${shortDayText(retryAt)}`
  return `The last payment of ${formatPence(overdueAmount)} did not go through and ${next}.`
}
