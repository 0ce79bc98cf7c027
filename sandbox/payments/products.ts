import { ApiError, invalid, noSuch } from './api-error.ts'
import { type Context, seconds, stamped } from './context.ts'
import type { FormObject } from './form.ts'
import { newId } from './ids.ts'
import { barePrice, rhythm } from './lines.ts'
import type { Price, Product } from './objects.ts'
import { boolean, check, integer, list, metadata, object, oneOf, text } from './rules.ts'

const productFields = {
  name: text(250),
  active: boolean,
  description: text(),
  images: list(text(2048), 8),
  metadata,
  shippable: boolean,
  url: text(),
  expand: list(text()),
}
const productRule = object({ ...productFields, id: text(255) }, 'name')
const productChanges = object(productFields)

type ProductParams = Partial<
  Pick<
    Product,
    'id' | 'name' | 'active' | 'description' | 'images' | 'metadata' | 'shippable' | 'url'
  >
>

export function createProduct(context: Context, form: FormObject): Product {
  const params = check<ProductParams>(productRule, form)
  const id = params.id ?? newId('prod')
  if (context.store.get('product', id) !== null)
    throw new ApiError(400, 'Product already exists.', {
      code: 'resource_already_exists',
      param: 'id',
    })
  const product: Product = {
    ...stamped(context, id),
    object: 'product',
    name: params.name ?? '',
    description: params.description ?? null,
    active: params.active ?? true,
    images: params.images ?? [],
    metadata: params.metadata ?? {},
    default_price: null,
    shippable: params.shippable ?? null,
    url: params.url ?? null,
    updated: seconds(context),
  }
  context.store.put('product', id, product)
  return product
}

export function updateProduct(context: Context, id: string, form: FormObject): Product {
  const product = context.store.get<Product>('product', id)
  if (product === null) throw noSuch('product', id)
  const params = check<ProductParams>(productChanges, form)
  const changed = {
    ...product,
    ...params,
    metadata: { ...product.metadata, ...params.metadata },
    updated: seconds(context),
  }
  context.store.put('product', id, changed)
  return changed
}

const priceRule = object(
  {
    currency: text(3),
    product: text(255),
    unit_amount: integer(),
    active: boolean,
    lookup_key: text(200),
    transfer_lookup_key: boolean,
    nickname: text(255),
    metadata,
    tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
    recurring: object(
      {
        interval: oneOf('day', 'week', 'month', 'year'),
        interval_count: integer(1, 36),
        usage_type: oneOf('licensed'),
      },
      'interval',
    ),
    expand: list(text()),
  },
  'currency',
  'product',
  'unit_amount',
)
const priceChanges = object({
  active: boolean,
  lookup_key: text(200),
  transfer_lookup_key: boolean,
  nickname: text(255),
  metadata,
  expand: list(text()),
})

interface PriceParams {
  currency?: string
  product?: string
  unit_amount?: number
  active?: boolean
  lookup_key?: string
  transfer_lookup_key?: boolean
  nickname?: string
  metadata?: Record<string, string>
  recurring?: { interval: 'day' | 'week' | 'month' | 'year'; interval_count?: number }
}

export function createPrice(context: Context, form: FormObject): Price {
  const params = check<PriceParams>(priceRule, form)
  if (context.store.get('product', params.product ?? '') === null)
    throw noSuch('product', params.product ?? '', 'product')
  return context.store.together(() => {
    claimKey(context, params)
    const { product = '', currency = '', unit_amount: amount = 0 } = params
    const price: Price = {
      ...barePrice(context, newId('price'), amount, currency),
      product,
      active: params.active ?? true,
      lookup_key: params.lookup_key ?? null,
      metadata: params.metadata ?? {},
      nickname: params.nickname ?? null,
      ...rhythm(
        params.recurring && {
          ...params.recurring,
          interval_count: params.recurring.interval_count ?? 1,
        },
      ),
    }
    context.store.put('price', price.id, price)
    return price
  })
}

/** What a price costs can never be changed. */
export function updatePrice(context: Context, id: string, form: FormObject): Price {
  const price = context.store.get<Price>('price', id)
  if (price === null) throw noSuch('price', id)
  const { transfer_lookup_key: transfer, ...changes } = check<PriceParams>(priceChanges, form)
  return context.store.together(() => {
    if (changes.lookup_key !== price.lookup_key)
      claimKey(context, {
        ...changes,
        ...(transfer === undefined ? {} : { transfer_lookup_key: transfer }),
      })
    const changed: Price = {
      ...price,
      active: changes.active ?? price.active,
      nickname: changes.nickname ?? price.nickname,
      lookup_key: changes.lookup_key ?? price.lookup_key,
      metadata: { ...price.metadata, ...changes.metadata },
    }
    context.store.put('price', id, changed)
    return changed
  })
}

/** A lookup key belongs to one price; with `transfer_lookup_key` it is taken from the one that has it. */
function claimKey(context: Context, params: PriceParams): void {
  if (params.lookup_key === undefined) return
  const holder = context.store
    .all<Price>('price')
    .find((price) => price.lookup_key === params.lookup_key)
  if (holder === undefined) return
  if (params.transfer_lookup_key !== true)
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key')
  context.store.put('price', holder.id, { ...holder, lookup_key: null })
}
