import { invalid } from './api-error.ts'
import { type Calls, call } from './calls.ts'
import { type Context, create, existing, keep, refuseKnown, seconds } from './context.ts'
import { newId } from './ids.ts'
import {
  priceParams,
  productChanges,
  productParams,
  rateParams,
  switchParams,
} from './parameters.ts'
import { type Metadata, type Value, withMetadata } from './rules.ts'

export const productCalls: Calls = {
  'POST products': call('product', productParams, (context, params) => {
    const { id = newId('prod'), ...rest } = params
    refuseKnown(context, 'product', id)
    return create(context, 'product', id, { ...rest, updated: seconds(context) })
  }),
  'POST products/:id': call('product', productChanges, (context, changes, id) => {
    const product = existing(context, 'product', id)
    return keep(context, {
      ...product,
      ...changes,
      images: changes.images === undefined ? product.images : (changes.images ?? []),
      metadata: withMetadata(product.metadata, changes.metadata),
      updated: seconds(context),
    })
  }),
  'POST prices': call('price', priceParams, (context, params) => {
    const { transfer_lookup_key: isHandedOver = false, ...rest } = params
    existing(context, 'product', rest.product, 'product')
    return context.store.together(() => {
      if (rest.lookup_key !== null) claimKey(context, rest.lookup_key, isHandedOver)
      return create(context, 'price', newId('price'), { ...rest, nickname: null })
    })
  }),
  'POST prices/:id': call('price', switchParams, (context, changes, id) =>
    keep(context, changed(existing(context, 'price', id), changes)),
  ),
  'POST shipping_rates': call('shipping_rate', rateParams, (context, params) =>
    create(context, 'shipping_rate', newId('shr'), { ...params, active: true }),
  ),
  'POST shipping_rates/:id': call('shipping_rate', switchParams, (context, changes, id) =>
    keep(context, changed(existing(context, 'shipping_rate', id), changes)),
  ),
}

export function changed<T extends { active: boolean; metadata: Metadata }>(
  one: T,
  { active = one.active, metadata }: Value<typeof switchParams>,
): T {
  return { ...one, active, metadata: withMetadata(one.metadata, metadata) }
}

/** A lookup key belongs to one price; it is handed over by the one that has it, or refused. */
function claimKey(context: Context, key: string, isHandedOver: boolean): void {
  const holder = context.store.all('price').find((price) => price.lookup_key === key)
  if (holder === undefined) return
  if (!isHandedOver)
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key')
  keep(context, { ...holder, lookup_key: null })
}
