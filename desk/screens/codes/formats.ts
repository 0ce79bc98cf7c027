import { shortDay } from '../../../domain/dates.ts'
import { formatPence } from '../../../domain/money.ts'
import type { StatusName } from '../../ui/status.tsx'
import type { DiscountCode } from './queries.ts'

export const statusLabels: Record<DiscountCode['state'], [of: StatusName, words: string]> = {
  live: ['live', 'Works'],
  soon: ['coming-soon', 'Not yet'],
  'used-up': ['sold-out', 'Used up'],
  ended: ['done', 'Over'],
  withdrawn: ['hidden', 'Withdrawn'],
}

/** Returns "10% off goods" or "£5.00 off goods and delivery". */
export function formatDiscount({ percent, pence, isWhole }: DiscountCode): string {
  const much = percent === null ? formatPence(pence) : `${percent}%`
  return `${much} off ${isWhole ? 'goods and delivery' : 'goods'}`
}

/** Returns the days on which a code is valid: "from Tue 1 December until Sun 6 December", or only the part that is set. */
export function formatDays({ startsOn, endsOn }: DiscountCode): string {
  const from = startsOn === null ? '' : `from ${shortDay(startsOn)} `
  return endsOn === null ? `${from}no last day` : `${from}until ${shortDay(endsOn)}`
}

/** Returns "12 of 100 used". */
export function formatUses({ uses, maxUses }: DiscountCode): string {
  if (maxUses !== null) return `${uses} of ${maxUses} used`
  return uses === 0 ? 'not used yet' : `used ${uses === 1 ? 'once' : `${uses} times`}`
}

export function formatLimitPerCustomer({ maxEach }: DiscountCode): string {
  if (maxEach === null) return 'As often as they like'
  return maxEach === 1 ? 'Once' : `${maxEach} times`
}
