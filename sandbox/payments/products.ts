import { invalid } from './api-error.ts'
import { type Calls, call } from './calls.ts'
import { type Context, existing, keep, refuseKnown, seconds, withMetadata } from './context.ts'
import { stamped } from './context.ts'
import { newId } from './ids.ts'
import { barePrice } from './lines.ts'
import { address, boolean, emptyable, integer, list, metadata, object, oneOf } from './rules.ts'
import { text } from './rules.ts'
import { currency } from './values.ts'

const id = text()
const description = text(40_000)
const images = list(address, 8)
const shared = { active: boolean, metadata }

export const productCalls: Calls = {
  'POST products': call(
    'product',
    object({ name: text() }, { ...shared, id, description, images }),
    (context, params) => {
      const { id = newId('prod'), active = true, description = null, images = [] } = params
      refuseKnown(context, 'product', id)
      return keep(context, {
        ...stamped(context, id),
        object: 'product',
        name: params.name,
        description,
        active,
        images,
        metadata: withMetadata({}, params.metadata),
        updated: seconds(context),
      })
    },
  ),
  'POST products/:id': call(
    'product',
    object(
      {},
      { ...shared, name: text(), description: emptyable(description), images: emptyable(images) },
    ),
    (context, changes, id) => {
      const product = existing(context, 'product', id)
      return keep(context, {
        ...product,
        ...changes,
        images: changes.images === undefined ? product.images : (changes.images ?? []),
        metadata: withMetadata(product.metadata, changes.metadata),
        updated: seconds(context),
      })
    },
  ),
  'POST prices': call(
    'price',
    object(
      { currency, product: id, unit_amount: integer() },
      {
        ...shared,
        lookup_key: text(200),
        transfer_lookup_key: boolean,
        recurring: object(
          { interval: oneOf('day', 'week', 'month', 'year') },
          { interval_count: integer(1, 36) },
        ),
      },
    ),
    (context, params) => {
      const { product, recurring, lookup_key: key = null } = params
      existing(context, 'product', product, 'product')
      return context.store.together(() => {
        if (key !== null) claimKey(context, key, params.transfer_lookup_key === true)
        return keep(context, {
          ...barePrice(context, newId('price'), params.unit_amount, params.currency),
          product,
          active: params.active ?? true,
          lookup_key: key,
          metadata: withMetadata({}, params.metadata),
          recurring: recurring ? { interval_count: 1, ...recurring } : null,
        })
      })
    },
  ),
  // What a price or a rate costs can never be changed.
  'POST prices/:id': call('price', object({}, shared), (context, changes, id) =>
    keep(context, changed(existing(context, 'price', id), changes)),
  ),
  'POST shipping_rates': call(
    'shipping_rate',
    object(
      {
        display_name: text(100),
        fixed_amount: object({ amount: integer(), currency }, {}),
      },
      { type: oneOf('fixed_amount'), metadata },
    ),
    (context, params) =>
      keep(context, {
        ...stamped(context, newId('shr')),
        object: 'shipping_rate',
        display_name: params.display_name,
        active: true,
        fixed_amount: params.fixed_amount,
        metadata: withMetadata({}, params.metadata),
      }),
  ),
  'POST shipping_rates/:id': call('shipping_rate', object({}, shared), (context, changes, id) =>
    keep(context, changed(existing(context, 'shipping_rate', id), changes)),
  ),
}

function changed<T extends { active: boolean; metadata: Record<string, string> }>(
  one: T,
  changes: { active?: boolean; metadata?: Record<string, string> | null },
): T {
  const { active = one.active } = changes
  return { ...one, active, metadata: withMetadata(one.metadata, changes.metadata) }
}

/** A lookup key belongs to one price; it is handed over by the one that has it, or refused. */
function claimKey(context: Context, key: string, isHandedOver: boolean): void {
  const holder = context.store.all('price').find((price) => price.lookup_key === key)
  if (holder === undefined) return
  if (!isHandedOver)
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key')
  keep(context, { ...holder, lookup_key: null })
}
