/**
 * The reduction by a discount code: `percent` per cent or `pence`. It applies to the price of the goods and, with
 * `appliesToDelivery`, also to the price of the delivery.
 */
export interface Discount {
  code: string
  percent?: number
  pence?: number
  appliesToDelivery?: boolean
}

/** The smallest amount, in pence, that the payment provider charges. */
export const minimumChargePence = 30

interface OrderPrices {
  goods: number
  delivery: number
}

/**
 * Returns the discount on an order in pence. It is never more than the amount that it applies to, and leaves at least
 * `minimumChargePence` of the total. `discount_amount` in the database calculates the same.
 */
export function calculateDiscount(
  { goods, delivery }: OrderPrices,
  discount: Discount | null,
): number {
  if (discount === null) return 0
  const { percent = 0, pence, appliesToDelivery = false } = discount
  const discountable = appliesToDelivery ? goods + delivery : goods
  const reduction = pence ?? Math.round((discountable * percent) / 100)
  return Math.max(0, Math.min(discountable, goods + delivery - minimumChargePence, reduction))
}
