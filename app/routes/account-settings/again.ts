import { getCartLineStatus } from '../../../domain/cart-line-status.ts'
import type { Product } from '../../../domain/product.ts'
import type { PlacedOrderLine } from '../../features/orders/orders.ts'

export interface BuyAgainLines {
  add: { product: Product; quantity: number }[]
  /** A sentence for each product that is not available, or not in the ordered quantity. */
  missing: string[]
}

/** Returns the lines of an order that can be bought again. `now` has the current products by id. */
export function findBuyAgainLines(
  lines: readonly PlacedOrderLine[],
  now: ReadonlyMap<string, Product>,
): BuyAgainLines {
  const found: BuyAgainLines = { add: [], missing: [] }
  for (const { productId, name, quantity } of lines) {
    const product = now.get(productId ?? '') ?? null
    if (product === null) found.missing.push(`We no longer sell ${name}.`)
    else if (product.interval !== null)
      found.missing.push(`${name} is a subscription: start another on its own page.`)
    else addWhatIsLeft(found, product, quantity)
  }
  return found
}

function addWhatIsLeft({ add, missing }: BuyAgainLines, product: Product, quantity: number): void {
  const { name } = product
  const state = getCartLineStatus({ product, quantity }, product)
  switch (state.kind) {
    case 'sold-out':
      return void missing.push(`${name} is sold out.`)
    case 'coming-soon':
      return void missing.push(`${name} is not out yet.`)
    case 'no-price':
      return void missing.push(`${name} has no price at the moment.`)
    case 'too-many':
      missing.push(`Only ${state.left} left of ${name}.`)
      return void add.push({ product, quantity: state.left })
    default:
      add.push({ product, quantity })
  }
}
