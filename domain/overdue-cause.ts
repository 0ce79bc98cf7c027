/** Why a payment of a box is overdue, as `subscriptions.overdue_cause` has it. */
export const overdueCauses = ['confirm', 'funds', 'expired', 'declined'] as const
export type OverdueCause = (typeof overdueCauses)[number]

/** Returns 'declined', which says least, for a cause that is not known. */
export function parseOverdueCause(value: string | null): OverdueCause {
  return overdueCauses.find((cause) => cause === value) ?? 'declined'
}
