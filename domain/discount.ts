/** What a code takes off: a percentage or pence; of the goods, or of the delivery too. */
export interface Discount {
  code: string
  percent?: number
  pence?: number
  whole?: boolean
}

/** Pence that the payment provider takes at least. */
export const leastCharge = 30

interface Sums {
  goods: number
  delivery: number
}

/** Pence off an order, of which something is always left to pay: as `code_takes` in the database has it. */
export function discountOn({ goods, delivery }: Sums, discount: Discount | null): number {
  if (discount === null) return 0
  const { percent = 0, pence, whole = false } = discount
  const base = whole ? goods + delivery : goods
  const off = pence ?? Math.round((base * percent) / 100)
  return Math.max(0, Math.min(base, goods + delivery - leastCharge, off))
}
