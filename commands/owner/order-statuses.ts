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

export const statusNames = statuses.map(statusText).join(', ')

/** The status that was typed: in any case, its words apart by a blank, a hyphen or an underscore. */
export function findStatus(text: string): OrderStatus | undefined {
  const typed = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return statuses.find((status) => status === typed)
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
