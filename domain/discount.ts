/** The effect of a code: a percentage or an amount in pence, off the goods, or off the delivery too when `whole` is set. */
export interface Discount {
  code: string
  percent?: number
  pence?: number
  whole?: boolean
}

/** The smallest amount that the payment provider charges, in pence. */
export const minimumCharge = 30

interface Sums {
  goods: number
  delivery: number
}

/**
 * Returns the discount on an order in pence, which always leaves an amount to pay. `discount_amount` in the database calculates the
 * same.
 */
export function calculateDiscount({ goods, delivery }: Sums, discount: Discount | null): number {
  if (discount === null) return 0
  const { percent = 0, pence, whole = false } = discount
  const base = whole ? goods + delivery : goods
  const off = pence ?? Math.round((base * percent) / 100)
  return Math.max(0, Math.min(base, goods + delivery - minimumCharge, off))
}
