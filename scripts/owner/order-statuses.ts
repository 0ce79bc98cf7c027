import { OwnerError } from './connect.ts'

const statuses = [
  'pending',
  'paid',
  'fulfilled',
  'payment_failed',
  'expired',
  'partially_refunded',
  'refunded',
] as const

export type OrderStatus = (typeof statuses)[number]

/** A status as it is shown, and as it can be typed: 'partially-refunded'. */
export function statusText(status: string): string {
  return status.replaceAll('_', '-')
}

/**
 * The status that was typed: in any case, its words apart by a blank, a hyphen or an underscore.
 * @throws OwnerError with those that there are
 */
export function readStatus(text: string): OrderStatus {
  const typed = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  const found = statuses.find((status) => status === typed)
  if (found === undefined)
    throw new OwnerError(
      `There is no status "${text}". There are: ${statuses.map(statusText).join(', ')}`,
    )
  return found
}

/** Paid and waiting to be packed, whatever has been paid back of it. */
export function isToSend({
  status,
  fulfilled_at,
}: {
  status: string
  fulfilled_at: string | null
}): boolean {
  return (status === 'paid' || status === 'partially_refunded') && fulfilled_at === null
}
