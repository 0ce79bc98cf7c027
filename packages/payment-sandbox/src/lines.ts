import { ApiError, invalid, noSuch } from './api-error.ts'
import { type Context, existing, find, newId, stamped } from './context.ts'
import type { LineItem, Price, SandboxCatalogue } from './objects.ts'
import type { LineParams } from './parameters.ts'

/** Maximum amount of a payment. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const mostAmount = 99_999_999

export function makeLines(
  context: Context,
  params: LineParams[],
  catalogue: SandboxCatalogue,
): LineItem[] {
  return params.map((line, index) => {
    const price = priceOf(context, line, catalogue, `line_items[${index}]`)
    const sum = price.unit_amount * line.quantity
    if (sum > mostAmount) throw tooMuch()
    return {
      id: newId('li'),
      object: 'item',
      description: nameOf(context, price),
      currency: price.currency,
      quantity: line.quantity,
      price,
      amount_total: sum,
    }
  })
}

export function tooMuch(): ApiError {
  return new ApiError(400, 'Amount must be no more than £999,999.99', { code: 'amount_too_large' })
}

function priceOf(
  context: Context,
  { price, price_data: data }: LineParams,
  catalogue: SandboxCatalogue,
  param: string,
): Price {
  if (price !== undefined && data === undefined)
    return findPrice(context, catalogue, price, `${param}[price]`)
  if (data === undefined || price !== undefined)
    throw invalid('You must specify either `price` or `price_data`.', param)
  return {
    ...barePrice(context, newId('price'), data.unit_amount, data.currency),
    product: newId('prod'),
    nickname: data.product_data.name,
  }
}

export function nameOf(context: Context, { nickname, product }: Price): string {
  return nickname ?? context.store.get('product', product)?.name ?? product
}

/** Returns a price of the account, or else one of the shop's catalogue. */
function findPrice(
  context: Context,
  catalogue: SandboxCatalogue,
  id: string,
  param: string,
): Price {
  const own = find(context, 'price', id)
  const lent = catalogue.prices.find((price) => price.id === id)
  if (own === null) {
    if (lent === undefined) throw noSuch('price', id, param)
    const { name, recurring, unitAmount } = lent
    return {
      ...barePrice(context, id, unitAmount, 'gbp'),
      product: id.replace(/^price_/, 'prod_'),
      nickname: name,
      recurring: recurring && { interval: recurring.interval, interval_count: recurring.count },
    }
  }
  if (!own.active)
    throw invalid('The price specified is inactive. This field only accepts active prices.', param)
  if (!existing(context, 'product', own.product, param).active)
    throw invalid(
      `The product ${own.product} is marked as inactive, and thus cannot be sold. Line items take only active products.`,
      param,
      'product_inactive',
    )
  return own
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
  }
}

/** A shipping rate; `amount` is in the smallest unit of its currency. */
export interface FoundRate {
  id: string
  amount: number
  currency: string
}

export function findRate(
  context: Context,
  catalogue: SandboxCatalogue,
  id: string,
  param: string,
): FoundRate {
  const own = find(context, 'shipping_rate', id)
  const lent = catalogue.rates.find((rate) => rate.id === id)
  if (own === null) {
    if (lent === undefined) throw noSuch('shipping_rate', id, param)
    return { id, amount: lent.amount, currency: 'gbp' }
  }
  if (!own.active)
    throw invalid(
      'The shipping rate specified is inactive. This field only accepts active shipping rates.',
      param,
    )
  return { id, ...own.fixed_amount }
}
