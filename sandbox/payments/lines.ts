import { ApiError, invalid, noSuch } from './api-error.ts'
import { type Context, existing, stamped } from './context.ts'
import { newId } from './ids.ts'
import type { Price, Product, Recurring, SandboxCatalogue, ShippingRate } from './objects.ts'
import type { LineParams } from './parameters/checkout.ts'
import type { LineItem } from './session-objects.ts'

/** The most that is taken in one payment. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const mostAmount = 99_999_999

/** The lines of a session with their prices as they are now. */
export function makeLines(
  context: Context,
  params: LineParams[],
  catalogue: SandboxCatalogue,
): LineItem[] {
  return params.map((line, index) => {
    const param = `line_items[${index}]`
    const price = priceOf(context, line, catalogue, param)
    const sum = price.unit_amount * line.quantity
    if (sum > mostAmount) throw tooMuch()
    return {
      id: newId('li'),
      object: 'item',
      description: nameOf(context, price),
      currency: price.currency,
      quantity: line.quantity,
      price,
      amount_subtotal: sum,
      amount_discount: 0,
      amount_tax: 0,
      amount_total: sum,
    }
  })
}

export function tooMuch(): ApiError {
  return new ApiError(400, 'Amount must be no more than £999,999.99', { code: 'amount_too_large' })
}

function priceOf(
  context: Context,
  line: LineParams,
  catalogue: SandboxCatalogue,
  param: string,
): Price {
  if (line.price !== undefined && line.price_data === undefined)
    return findPrice(context, catalogue, line.price, `${param}[price]`)
  if (line.price_data !== undefined && line.price === undefined)
    return priceFromData(context, line.price_data)
  throw invalid('You must specify either `price` or `price_data`.', param)
}

function nameOf(context: Context, price: Price): string {
  return (
    price.nickname ?? context.store.get<Product>('product', price.product)?.name ?? price.product
  )
}

/** A price of the account, else one that the shop's catalogue lends. */
function findPrice(
  context: Context,
  catalogue: SandboxCatalogue,
  id: string,
  param: string,
): Price {
  const own = context.store.get<Price>('price', id)
  if (own === null) {
    const lent = catalogue.prices.find((price) => price.id === id)
    if (lent === undefined) throw noSuch('price', id, param)
    return lentPrice(context, lent)
  }
  if (!own.active)
    throw invalid('The price specified is inactive. This field only accepts active prices.', param)
  refuseArchived(context, own.product, param)
  return own
}

function refuseArchived(context: Context, id: string, param: string): void {
  const product = existing<Product>(context, 'product', id, param)
  if (product.active) return
  throw invalid(
    `The product ${id} is marked as inactive, and thus cannot be sold. Line items take only active products.`,
    param,
    'product_inactive',
  )
}

function lentPrice(context: Context, lent: SandboxCatalogue['prices'][number]): Price {
  const { recurring } = lent
  return {
    ...barePrice(context, lent.id, lent.unitAmount, 'gbp'),
    product: lent.id.replace(/^price_/, 'prod_'),
    nickname: lent.name,
    ...rhythm(recurring && { interval: recurring.interval, interval_count: recurring.count }),
  }
}

function priceFromData(context: Context, data: NonNullable<LineParams['price_data']>): Price {
  return {
    ...barePrice(context, newId('price'), data.unit_amount, data.currency),
    product: newId('prod'),
    nickname: data.product_data.name,
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
  recurring: (Pick<Recurring, 'interval'> & Partial<Recurring>) | null | undefined,
): Pick<Price, 'recurring' | 'type'> {
  if (recurring === null || recurring === undefined) return { recurring: null, type: 'one_time' }
  const { interval, interval_count = 1 } = recurring
  return {
    recurring: {
      interval,
      interval_count,
      usage_type: 'licensed',
      meter: null,
      trial_period_days: null,
    },
    type: 'recurring',
  }
}

/** What a shipping rate costs, in the smallest unit of its currency. */
export interface FoundRate {
  id: string
  name: string
  amount: number
  currency: string
}

/** A rate of the account, else one that the shop's catalogue lends. */
export function findRate(
  context: Context,
  catalogue: SandboxCatalogue,
  id: string,
  param: string,
): FoundRate {
  const own = context.store.get<ShippingRate>('shipping_rate', id)
  if (own !== null) {
    if (!own.active)
      throw invalid(
        'The shipping rate specified is inactive. This field only accepts active shipping rates.',
        param,
      )
    return { id, name: own.display_name, ...own.fixed_amount }
  }
  const lent = catalogue.rates.find((rate) => rate.id === id)
  if (lent === undefined) throw noSuch('shipping_rate', id, param)
  return { ...lent, currency: 'gbp' }
}
