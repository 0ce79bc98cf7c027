/** With more pieces than this an order travels as XL, whatever was chosen (specification, section 9). */
export const xlAbove = 5

export type DeliveryId = 'standard' | 'priority' | 'xl'
export type DeliveryChoice = 'standard' | 'priority'

/** A way of delivery as pages name it; price in pence. */
export interface DeliveryPrice {
  id: string
  name: string
  description: string
  price: number
}

export interface DeliveryOption extends DeliveryPrice {
  id: DeliveryId
  stripeId: string | null
}

/** How a cart travels. `forced` says that the choice is not the shopper's; null that none was made yet. */
export function deliveryFor(
  count: number,
  chosen: DeliveryChoice | null,
): { id: DeliveryId | null; forced: boolean } {
  return count > xlAbove ? { id: 'xl', forced: true } : { id: chosen, forced: false }
}

/** How many more pieces go without XL; null where it is XL already. */
export function roomBeforeXl(count: number): number | null {
  return count > xlAbove ? null : xlAbove - count
}

/** Whether an order pays nothing for its delivery because it is a later box, whose price holds it. */
export function isDeliveryInPrice(order: {
  deliveryPrice: number
  isSubscription: boolean
}): boolean {
  return order.isSubscription && order.deliveryPrice === 0
}

/** What the owner says of a way as a sentence: 'One to two working days.'; '' where that is nothing. */
export function deliverySentence({ description }: Pick<DeliveryPrice, 'description'>): string {
  const words = description.trim()
  return words === '' || /[.!?]$/.test(words) ? words : `${words}.`
}

/** XL is worked out and never stored, so only the two choices are read back. */
export function parseDeliveryChoice(value: unknown): DeliveryChoice | null {
  return value === 'standard' || value === 'priority' ? value : null
}

export function toDeliveryOption(
  row: DeliveryPrice & { stripe_id: string | null },
): DeliveryOption | null {
  const { name, description, price, stripe_id: stripeId } = row
  const id = row.id === 'xl' ? 'xl' : parseDeliveryChoice(row.id)
  return id === null ? null : { id, name, description, price, stripeId }
}
