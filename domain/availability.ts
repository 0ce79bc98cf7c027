import type { Product } from './product.ts'

export type Availability = 'sold-out' | 'coming-soon' | 'available'

type Sellable = Pick<Product, 'isSoldOut' | 'isComingSoon' | 'stock'>

/** Returns 'sold-out' rather than 'coming-soon' when both apply. A stock of 0 is sold out, too. */
export function getAvailability(product: Sellable): Availability {
  if (product.isSoldOut || (product.stock !== null && product.stock <= 0)) return 'sold-out'
  return product.isComingSoon ? 'coming-soon' : 'available'
}

/** A price of 0 counts as no price: both are shown as "Price TBA". */
export function hasPrice(product: Pick<Product, 'price'>): boolean {
  return product.price !== null && product.price > 0
}

export function canBuy(product: Sellable & Pick<Product, 'price' | 'active'>): boolean {
  return product.active && getAvailability(product) === 'available' && hasPrice(product)
}

/** Labels of the button that requests an email once the product can be bought. */
export const tellMeLabels = {
  'coming-soon': 'Tell me when it’s here',
  'sold-out': 'Tell me when it’s back',
} as const
