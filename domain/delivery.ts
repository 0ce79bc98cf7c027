/** An order with more pieces than this is sent as XL, whatever was chosen (specification, section 9). */
export const xlAbove = 5

export type DeliveryId = 'standard' | 'priority' | 'xl'
export type DeliveryChoice = 'standard' | 'priority'

/** A delivery option as pages show it; the price is in pence. */
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

/**
 * Returns the delivery option of a cart. `forced` is true when the number of pieces decides; `id` is null before the shopper has
 * chosen.
 */
export function deliveryFor(
  count: number,
  chosen: DeliveryChoice | null,
): { id: DeliveryId | null; forced: boolean } {
  return count > xlAbove ? { id: 'xl', forced: true } : { id: chosen, forced: false }
}

/** Returns how many more pieces fit before the order becomes XL; null when it already is. */
export function roomBeforeXl(count: number): number | null {
  return count > xlAbove ? null : xlAbove - count
}

/** Returns true for a later box of a subscription, whose price includes the delivery. */
export function isDeliveryInPrice(order: {
  deliveryPrice: number
  isSubscription: boolean
}): boolean {
  return order.isSubscription && order.deliveryPrice === 0
}

/** Returns the owner's description of a delivery option as a sentence, such as 'One to two working days.'; '' without one. */
export function deliverySentence({ description }: Pick<DeliveryPrice, 'description'>): string {
  const words = description.trim()
  return words === '' || /[.!?]$/.test(words) ? words : `${words}.`
}

/** XL is calculated and never stored, so only the two choices are parsed. */
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
