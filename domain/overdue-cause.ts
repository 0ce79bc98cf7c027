/** The causes of an overdue payment of a subscription, as `subscriptions.overdue_cause` stores them. */
export const overdueCauses = ['confirm', 'funds', 'expired', 'declined'] as const
export type OverdueCause = (typeof overdueCauses)[number]

/** Returns 'declined', the least specific cause, for null and for an unknown value. */
export function parseOverdueCause(value: string | null): OverdueCause {
  return overdueCauses.find((cause) => cause === value) ?? 'declined'
}
