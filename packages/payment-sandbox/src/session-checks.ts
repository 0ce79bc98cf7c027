import { ApiError, createInvalidError } from './api-error.ts'
import { secondsPerDay } from './context.ts'
import { type ShippingRateAmount, maxAmount, createAmountError } from './line-items.ts'
import type { LineItem } from './objects.ts'
import type { CustomFieldParams, SessionParams } from './parameters.ts'

const halfHour = 30 * 60

type SessionError = [isWrong: boolean, param: string, message: string]

/** @throws ApiError for the first error whose condition is true */
function refuse(...faults: SessionError[]): void {
  for (const [isWrong, param, message] of faults)
    if (isWrong) throw createInvalidError(message, param)
}

/**
 * Checks combinations of valid parameters that the provider refuses. `now` is in seconds since 1970.
 * @throws ApiError for a refused combination
 */
export function checkParamCombinations(params: SessionParams, now: number): void {
  const has = (name: keyof SessionParams): boolean => params[name] != null
  const exclusive = (one: keyof SessionParams, other: keyof SessionParams): SessionError => [
    has(one) && has(other),
    one,
    `You may only specify one of these parameters: ${one}, ${other}.`,
  ]
  const foreign = (name: keyof SessionParams, mode: SessionParams['mode']): SessionError => [
    has(name) && params.mode === mode,
    name,
    `You can not pass \`${name}\` in \`${mode}\` mode.`,
  ]
  const { expires_at: end = now + secondsPerDay } = params
  const timed = 'Checkout Session creation.'
  refuse(
    exclusive('allow_promotion_codes', 'discounts'),
    exclusive('customer', 'customer_email'),
    foreign('subscription_data', 'payment'),
    foreign('shipping_options', 'subscription'),
    foreign('payment_intent_data', 'subscription'),
    [
      has('shipping_options') && !has('shipping_address_collection'),
      'shipping_options',
      '`shipping_options` needs `shipping_address_collection`.',
    ],
    [
      end < now + halfHour,
      'expires_at',
      `The \`expires_at\` timestamp must be at least 30 minutes from ${timed}`,
    ],
    [
      end > now + secondsPerDay,
      'expires_at',
      `The \`expires_at\` timestamp must be less than 24 hours from ${timed}`,
    ],
  )
  checkFields(params.custom_fields)
}

function checkFields(fields: CustomFieldParams[]): void {
  const check = (names: string[], kind: string, param: string): void => {
    if (names.some((name) => !/^[A-Za-z0-9]+$/.test(name)) || new Set(names).size < names.length)
      throw createInvalidError(`${kind} must be unique and alphanumeric.`, param)
  }
  const keys = fields.map((field) => field.key)
  check(keys, 'Keys', 'custom_fields')
  for (const [index, { dropdown }] of fields.entries()) {
    const param = `custom_fields[${index}][dropdown][options]`
    if (dropdown.options.length === 0)
      throw createInvalidError('You must pass at least one option.', param)
    const values = dropdown.options.map((option) => option.value)
    check(values, 'Values', param)
  }
}

/** Returns true for an amount in pounds that is above 0 and below the minimum of a payment. https://docs.stripe.com/currencies */
export function isBelowMinimum(total: number, currency: string): boolean {
  return currency === 'gbp' && total > 0 && total < 30
}

/** @throws ApiError when the total, in the smallest unit of its currency, is too small or too large for a payment */
export function checkSessionTotal(total: number, currency: string): void {
  if (isBelowMinimum(total, currency))
    throw new ApiError(
      400,
      "The Checkout Session's total amount due must add up to at least £0.30 gbp",
      { code: 'amount_too_small' },
    )
  if (total > maxAmount) throw createAmountError()
}

/** @throws ApiError unless all line items and shipping rates are in one currency */
export function checkCurrencies(
  wanted: string | undefined,
  lines: LineItem[],
  rates: ShippingRateAmount[],
): void {
  const expected = wanted ?? lines[0]?.currency
  const check = (what: string, currency: string, param: string): void => {
    if (currency !== expected)
      throw createInvalidError(
        `The ${what} specified only supports \`${currency}\`. This doesn't match the expected currency: \`${expected}\`.`,
        param,
      )
  }
  for (const [index, { currency }] of lines.entries())
    check('price', currency, `line_items[${index}][price]`)
  for (const [index, { currency }] of rates.entries())
    check('shipping rate', currency, `shipping_options[${index}][shipping_rate]`)
}

export function checkLineItems(mode: 'payment' | 'subscription', lines: LineItem[]): void {
  const rhythms = lines.flatMap(({ price: { recurring } }) =>
    recurring === null ? [] : [`${recurring.interval_count} ${recurring.interval}`],
  )
  const isOnce = mode === 'payment'
  refuse(
    [lines.length === 0, 'line_items', 'You must pass at least one line item.'],
    [
      isOnce && rhythms.length > 0,
      'mode',
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
    ],
    [
      !isOnce && rhythms.length === 0,
      'mode',
      'You specified `subscription` mode but passed only one-time prices. Pass at least one recurring price.',
    ],
    [
      !isOnce && (rhythms.length > 20 || lines.length - rhythms.length > 20),
      'line_items',
      'A subscription takes up to 20 recurring and 20 one-time prices.',
    ],
    [
      new Set(rhythms).size > 1,
      'line_items',
      'Checkout does not currently support multiple prices with different billing intervals.',
    ],
  )
}
