/** A row of `delivery_methods`. */
export interface DeliveryMethod {
  id: string
  name: string
  description: string
  /** Pence. */
  price: number
  /** An order of more pieces than this has this method, whatever the shopper chose; null for a method that shoppers choose. */
  automaticAbove: number | null
  /** The home page shows its price, and subscription boxes after the first are delivered by it. */
  isDefault: boolean
  /** Orders with this method are first in the packing list. */
  isPriority: boolean
  stripeId: string | null
}

export const DELIVERY_METHOD_COLUMNS =
  'id,name,description,price,automaticAbove:automatic_above,isDefault:is_default,isPriority:is_priority,stripeId:stripe_id'

/** A method that applies because of the number of pieces (specification, section 9). */
export type AutomaticMethod = Pick<DeliveryMethod, 'name' | 'price'> & { automaticAbove: number }

export function isAutomaticMethod<Method extends DeliveryMethod>(
  method: Method,
): method is Method & AutomaticMethod {
  return method.automaticAbove !== null
}

/**
 * Returns the method that applies to an order of `count` pieces, whatever the shopper chose: the one with the highest threshold
 * below `count`, or null. `checkout_delivery_method` in the database does the same.
 */
export function getAutomaticMethod<Method extends AutomaticMethod>(
  methods: readonly Method[],
  count: number,
): Method | null {
  return methods
    .filter(({ automaticAbove }) => count > automaticAbove)
    .reduce<Method | null>(
      (best, each) => (best && best.automaticAbove >= each.automaticAbove ? best : each),
      null,
    )
}

/**
 * Returns the delivery method of a cart with `count` pieces; null while none is chosen. `isForced` is true when the number of
 * pieces determines the method.
 */
export function getCartDeliveryMethod(
  methods: readonly DeliveryMethod[],
  count: number,
  chosenId: string | null,
): { method: DeliveryMethod | null; isForced: boolean } {
  const automatic = getAutomaticMethod(methods.filter(isAutomaticMethod), count)
  if (automatic !== null) return { method: automatic, isForced: true }
  const chosen = methods.find((method) => method.id === chosenId && !isAutomaticMethod(method))
  return { method: chosen ?? null, isForced: false }
}

/** Returns true for a subscription box after the first, whose price includes the delivery. */
export function isDeliveryInPrice(order: {
  deliveryPrice: number
  isSubscription: boolean
}): boolean {
  return order.isSubscription && order.deliveryPrice === 0
}

/** Returns the owner's description as a sentence, 'One to two working days.', or '' when there is none. */
export function deliverySentence({ description }: Pick<DeliveryMethod, 'description'>): string {
  const words = description.trim()
  return words === '' || /[.!?]$/.test(words) ? words : `${words}.`
}
