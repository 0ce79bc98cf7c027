import { refuseKnown } from './account.ts'
import { invalid } from './api-error.ts'
import { type Context, existing, seconds, stamped, withMetadata } from './context.ts'
import { newId } from './ids.ts'
import { barePrice, rhythm } from './lines.ts'
import type { Price, Product } from './objects.ts'
import type { PriceChanges, PriceParams } from './parameters/account.ts'
import type { ProductChanges, ProductParams } from './parameters/account.ts'

export function createProduct(context: Context, params: ProductParams): Product {
  const id = params.id ?? newId('prod')
  refuseKnown(context, 'product', id)
  const product: Product = {
    ...stamped(context, id),
    object: 'product',
    name: params.name,
    description: params.description ?? null,
    active: params.active ?? true,
    images: params.images ?? [],
    metadata: withMetadata({}, params.metadata),
    updated: seconds(context),
  }
  context.store.put('product', id, product)
  return product
}

export function updateProduct(context: Context, changes: ProductChanges, id: string): Product {
  const product = existing<Product>(context, 'product', id)
  const changed: Product = {
    ...product,
    ...changes,
    images: changes.images === undefined ? product.images : (changes.images ?? []),
    metadata: withMetadata(product.metadata, changes.metadata),
    updated: seconds(context),
  }
  context.store.put('product', id, changed)
  return changed
}

export function createPrice(context: Context, params: PriceParams): Price {
  existing(context, 'product', params.product, 'product')
  return context.store.together(() => {
    claimKey(context, params)
    const { product, currency, unit_amount: amount, recurring } = params
    const price: Price = {
      ...barePrice(context, newId('price'), amount, currency),
      product,
      active: params.active ?? true,
      lookup_key: params.lookup_key ?? null,
      metadata: withMetadata({}, params.metadata),
      ...rhythm(recurring),
    }
    context.store.put('price', price.id, price)
    return price
  })
}

/** What a price costs can never be changed. */
export function updatePrice(context: Context, changes: PriceChanges, id: string): Price {
  const price = existing<Price>(context, 'price', id)
  return context.store.together(() => {
    if (changes.lookup_key !== price.lookup_key) claimKey(context, changes)
    const changed: Price = {
      ...price,
      active: changes.active ?? price.active,
      lookup_key: changes.lookup_key ?? price.lookup_key,
      metadata: withMetadata(price.metadata, changes.metadata),
    }
    context.store.put('price', id, changed)
    return changed
  })
}

/** A lookup key belongs to one price; with `transfer_lookup_key` it is taken from the one that has it. */
function claimKey(
  context: Context,
  { lookup_key: key, transfer_lookup_key: isTransfer }: PriceChanges,
): void {
  if (key === undefined) return
  const holder = context.store.all<Price>('price').find((price) => price.lookup_key === key)
  if (holder === undefined) return
  if (isTransfer !== true)
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key')
  context.store.put('price', holder.id, { ...holder, lookup_key: null })
}
