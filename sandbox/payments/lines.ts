import { invalid, noSuch } from './api-error.ts'
import { type Context, stamped } from './context.ts'
import { newId } from './ids.ts'
import type { Price, Product, SandboxCatalogue, ShippingRate } from './objects.ts'
import type { LineItem } from './session-objects.ts'
import type { LineParams } from './session-rules.ts'

/** The lines of a session with their prices as they are now. */
export function makeLines(
  context: Context,
  params: LineParams[],
  catalogue: SandboxCatalogue,
): LineItem[] {
  return params.map((line, index) => {
    const param = `line_items[${index}]`
    if ((line.price === undefined) === (line.price_data === undefined))
      throw invalid('You must specify either `price` or `price_data`.', param)
    const price =
      line.price === undefined
        ? priceFromData(context, line.price_data, param)
        : findPrice(context, catalogue, line.price, `${param}[price]`)
    const quantity = line.quantity ?? 1
    const sum = price.unit_amount * quantity
    return {
      id: newId('li'),
      object: 'item',
      description: nameOf(context, price),
      currency: price.currency,
      quantity,
      price,
      amount_subtotal: sum,
      amount_discount: 0,
      amount_tax: 0,
      amount_total: sum,
    }
  })
}

function nameOf(context: Context, price: Price): string {
  return (
    price.nickname ?? context.store.get<Product>('product', price.product)?.name ?? price.product
  )
}

/** A price of the account, else one that the shop's catalogue lends. */
export function findPrice(
  context: Context,
  catalogue: SandboxCatalogue,
  id: string,
  param: string,
): Price {
  const lent = catalogue.prices.find((price) => price.id === id)
  const price =
    context.store.get<Price>('price', id) ?? (lent === undefined ? null : lentPrice(context, lent))
  if (price === null) throw noSuch('price', id, param)
  if (!price.active)
    throw invalid('The price specified is inactive. This field only accepts active prices.', param)
  return price
}

function lentPrice(context: Context, lent: SandboxCatalogue['prices'][number]): Price {
  return {
    ...barePrice(context, lent.id, lent.unitAmount, 'gbp'),
    product: lent.id.replace(/^price_/, 'prod_'),
    nickname: lent.name,
    ...rhythm(
      lent.recurring && { interval: lent.recurring.interval, interval_count: lent.recurring.count },
    ),
  }
}

function priceFromData(context: Context, data: LineParams['price_data'], param: string): Price {
  if (data?.unit_amount === undefined)
    throw invalid(
      'Missing required param: unit_amount.',
      `${param}[price_data][unit_amount]`,
      'parameter_missing',
    )
  const product =
    data.product === undefined ? null : context.store.get<Product>('product', data.product)
  if (data.product !== undefined && product === null)
    throw noSuch('product', data.product, `${param}[price_data][product]`)
  const name = product?.name ?? data.product_data?.name
  if (name === undefined)
    throw invalid('You must specify either `product` or `product_data`.', `${param}[price_data]`)
  return {
    ...barePrice(context, newId('price'), data.unit_amount, data.currency),
    product: data.product ?? newId('prod'),
    nickname: name,
    ...rhythm(
      data.recurring && {
        interval: data.recurring.interval,
        interval_count: data.recurring.interval_count ?? 1,
      },
    ),
  }
}

export function barePrice(context: Context, id: string, amount: number, currency: string): Price {
  return {
    ...stamped(context, id),
    object: 'price',
    product: '',
    nickname: null,
    active: true,
    currency,
    unit_amount: amount,
    lookup_key: null,
    metadata: {},
    recurring: null,
    type: 'one_time',
    billing_scheme: 'per_unit',
    tax_behavior: 'unspecified',
  }
}

export function rhythm(
  recurring:
    | { interval: 'day' | 'week' | 'month' | 'year'; interval_count: number }
    | null
    | undefined,
): Pick<Price, 'recurring' | 'type'> {
  if (recurring === null || recurring === undefined) return { recurring: null, type: 'one_time' }
  return {
    recurring: { ...recurring, usage_type: 'licensed', meter: null, trial_period_days: null },
    type: 'recurring',
  }
}

/** What a shipping rate costs in pence. */
export function findRate(
  context: Context,
  catalogue: SandboxCatalogue,
  id: string,
  param: string,
): { id: string; name: string; amount: number } {
  const own = context.store.get<ShippingRate>('shipping_rate', id)
  if (own !== null) {
    if (!own.active) throw invalid('The shipping rate is not active.', param)
    return { id, name: own.display_name, amount: own.fixed_amount.amount }
  }
  const lent = catalogue.rates.find((rate) => rate.id === id)
  if (lent === undefined) throw noSuch('shipping rate', id, param)
  return lent
}
