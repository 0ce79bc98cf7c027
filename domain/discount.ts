/** What a code takes off: a percentage or pence; of the goods, or of the delivery too. */
export interface Discount {
  code: string
  percent?: number
  pence?: number
  whole?: boolean
}

/** Pence that the payment provider takes at least. */
const leastCharge = 30

interface Sums {
  goods: number
  delivery: number
  /** Of a first payment something is always left. */
  isBox: boolean
}

/** Pence off an order: as `code_takes` in the database has it, which says why. */
export function discountOn({ goods, delivery, isBox }: Sums, discount: Discount | null): number {
  if (discount === null) return 0
  const { percent = 0, pence, whole = false } = discount
  const base = whole ? goods + delivery : goods
  const off = Math.min(base, pence ?? Math.round((base * percent) / 100))
  const left = goods + delivery - off
  const isTooLittle = left < leastCharge && (left > 0 || isBox)
  return isTooLittle ? Math.max(0, goods + delivery - leastCharge) : off
}
