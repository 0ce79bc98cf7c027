import { ApiError, createInvalidError, createMissingError } from './api-error.ts'
import {
  type SandboxContext,
  getObject,
  findObject,
  createId,
  createObjectBase,
} from './context.ts'
import type { LineItem, Price, SandboxCatalogue } from './objects.ts'
import type { LineItemParams } from './parameters.ts'

/**
 * The maximum amount of a payment in the smallest unit of its currency.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const maxAmount = 99_999_999

export function createLineItems(
  context: SandboxContext,
  params: LineItemParams[],
  catalogue: SandboxCatalogue,
): LineItem[] {
  return params.map((line, index) => {
    const price = getLinePrice(context, line, catalogue, `line_items[${index}]`)
    const sum = price.unit_amount * line.quantity
    if (sum > maxAmount) throw createAmountError()
    return {
      id: createId('li'),
      object: 'item',
      description: getPriceName(context, price),
      currency: price.currency,
      quantity: line.quantity,
      price,
      amount_total: sum,
    }
  })
}

export function createAmountError(): ApiError {
  return new ApiError(400, 'Amount must be no more than £999,999.99', { code: 'amount_too_large' })
}

function getLinePrice(
  context: SandboxContext,
  { price, price_data: data }: LineItemParams,
  catalogue: SandboxCatalogue,
  param: string,
): Price {
  if (price !== undefined && data === undefined)
    return findPrice(context, catalogue, price, `${param}[price]`)
  if (data === undefined || price !== undefined)
    throw createInvalidError('You must specify either `price` or `price_data`.', param)
  return {
    ...createPrice(context, createId('price'), data.unit_amount, data.currency),
    product: createId('prod'),
    nickname: data.product_data.name,
  }
}

export function getPriceName(context: SandboxContext, { nickname, product }: Price): string {
  return nickname ?? context.store.get('product', product)?.name ?? product
}

/** Returns the price with this id that was created by the API, or else the one in the shop's catalogue. */
function findPrice(
  context: SandboxContext,
  catalogue: SandboxCatalogue,
  id: string,
  param: string,
): Price {
  const own = findObject(context, 'price', id)
  const lent = catalogue.prices.find((price) => price.id === id)
  if (own === null) {
    if (lent === undefined) throw createMissingError('price', id, param)
    const { name, recurring, unitAmount } = lent
    return {
      ...createPrice(context, id, unitAmount, 'gbp'),
      product: id.replace(/^price_/, 'prod_'),
      nickname: name,
      recurring: recurring && { interval: recurring.interval, interval_count: recurring.count },
    }
  }
  if (!own.active)
    throw createInvalidError(
      'The price specified is inactive. This field only accepts active prices.',
      param,
    )
  if (!getObject(context, 'product', own.product, param).active)
    throw createInvalidError(
      `The product ${own.product} is marked as inactive, and thus cannot be sold. Line items take only active products.`,
      param,
      'product_inactive',
    )
  return own
}

export function createPrice(
  context: SandboxContext,
  id: string,
  amount: number,
  currency: string,
): Price {
  return {
    ...createObjectBase(context, id),
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
export interface ShippingRateAmount {
  id: string
  amount: number
  currency: string
}

export function findShippingRate(
  context: SandboxContext,
  catalogue: SandboxCatalogue,
  id: string,
  param: string,
): ShippingRateAmount {
  const own = findObject(context, 'shipping_rate', id)
  const lent = catalogue.rates.find((rate) => rate.id === id)
  if (own === null) {
    if (lent === undefined) throw createMissingError('shipping_rate', id, param)
    return { id, amount: lent.amount, currency: 'gbp' }
  }
  if (!own.active)
    throw createInvalidError(
      'The shipping rate specified is inactive. This field only accepts active shipping rates.',
      param,
    )
  return { id, ...own.fixed_amount }
}
