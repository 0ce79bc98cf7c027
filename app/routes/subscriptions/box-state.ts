import type { SubscriptionBox } from '../../content/boxes.ts'

export interface BoxRow {
  name: string | null
  slug: string | null
  isComingSoon: boolean | null
  tags: string[] | null
  prices: { unit_amount: number; position: number }[]
}

/** The five states of a subscription box (specification, section 4, "Subscriptions page"). */
export type BoxState = 'loading' | 'no-product' | 'no-slug' | 'coming-soon' | 'open'

/** The labels of the disabled button in each state (from the specification). */
export const closedButtonLabels: Record<Exclude<BoxState, 'open' | 'loading'>, string> = {
  'no-product': 'Coming Soon - No Product',
  'no-slug': 'Coming Soon - No Slug',
  'coming-soon': 'Coming Soon - Flagged',
}

export function findBox(rows: readonly BoxRow[], box: SubscriptionBox): BoxRow | undefined {
  return (
    rows.find(({ slug }) => slug === box.slug) ??
    rows.find(({ slug, name }) => isEmpty(slug) && name === box.name)
  )
}

export function getBoxState(
  rows: readonly BoxRow[],
  box: SubscriptionBox,
  isLoading: boolean,
): BoxState {
  if (isLoading) return 'loading'
  const row = findBox(rows, box)
  if (row === undefined) return 'no-product'
  if (isEmpty(row.slug)) return 'no-slug'
  return row.isComingSoon === true ? 'coming-soon' : 'open'
}

/** Returns the price of a subscription box in pence, from the first price of its row, or null when it has none. */
export function getBoxPrice(rows: readonly BoxRow[], box: SubscriptionBox): number | null {
  const prices = findBox(rows, box)?.prices ?? []
  const [first] = [...prices].sort((a, b) => a.position - b.position)
  return first === undefined || first.unit_amount === 0 ? null : first.unit_amount
}

function isEmpty(slug: string | null): boolean {
  return slug === null || slug.trim() === ''
}
