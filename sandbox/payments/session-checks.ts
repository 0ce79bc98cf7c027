import { ApiError, invalid } from './api-error.ts'
import { type FoundRate, mostAmount, tooMuch } from './lines.ts'
import type { LineItem } from './objects.ts'
import type { FieldParams, SessionParams } from './parameters.ts'

const halfHour = 30 * 60
const day = 24 * 60 * 60

/** What the provider refuses although every parameter by itself is right. `now` in seconds. */
export function checkTogether(params: SessionParams, now: number): void {
  const refuse = (isWrong: boolean, message: string, param: string): void => {
    if (isWrong) throw invalid(message, param)
  }
  const has = (name: keyof SessionParams): boolean => params[name] != null
  for (const [one, other] of [
    ['allow_promotion_codes', 'discounts'],
    ['customer', 'customer_email'],
  ] as const)
    refuse(
      has(one) && has(other),
      `You may only specify one of these parameters: ${one}, ${other}.`,
      one,
    )
  const foreign = {
    payment: ['subscription_data'],
    subscription: ['shipping_options', 'payment_intent_data'],
  } as const
  for (const name of foreign[params.mode])
    refuse(has(name), `You can not pass \`${name}\` in \`${params.mode}\` mode.`, name)
  refuse(
    has('shipping_options') && !has('shipping_address_collection'),
    '`shipping_options` needs `shipping_address_collection`.',
    'shipping_options',
  )
  const { expires_at: end = now + day } = params
  const moment = 'from Checkout Session creation.'
  refuse(
    end < now + halfHour,
    `The \`expires_at\` timestamp must be at least 30 minutes ${moment}`,
    'expires_at',
  )
  refuse(
    end > now + day,
    `The \`expires_at\` timestamp must be less than 24 hours ${moment}`,
    'expires_at',
  )
  checkFields(params.custom_fields)
}

function checkFields(fields: FieldParams[]): void {
  const check = (names: string[], kind: string, param: string): void => {
    if (names.some((name) => !/^[A-Za-z0-9]+$/.test(name)) || new Set(names).size < names.length)
      throw invalid(`${kind} must be unique and alphanumeric.`, param)
  }
  const keys = fields.map((field) => field.key)
  check(keys, 'Keys', 'custom_fields')
  for (const [index, { dropdown }] of fields.entries()) {
    const param = `custom_fields[${index}][dropdown][options]`
    if (dropdown.options.length === 0) throw invalid('You must pass at least one option.', param)
    const values = dropdown.options.map((option) => option.value)
    check(values, 'Values', param)
  }
}

/** The least that is charged at once, in the smallest unit. https://docs.stripe.com/currencies */
const leastAmounts: Record<string, { amount: number; words: string }> = {
  gbp: { amount: 30, words: '£0.30 gbp' },
  eur: { amount: 50, words: '€0.50 eur' },
  usd: { amount: 50, words: '$0.50 usd' },
}

/** Whether something is to be paid, but less than is ever charged. */
export function isTooSmall(total: number, currency: string): boolean {
  return total > 0 && total < (leastAmounts[currency]?.amount ?? 1)
}

/** @throws ApiError for a sum, in the smallest unit of its currency, that is too small or too large to be charged */
export function checkTotal(total: number, currency: string): void {
  if (isTooSmall(total, currency))
    throw new ApiError(
      400,
      `The Checkout Session's total amount due must add up to at least ${leastAmounts[currency]?.words}`,
      { code: 'amount_too_small' },
    )
  if (total > mostAmount) throw tooMuch()
}

/** @throws ApiError unless everything is in one currency */
export function checkCurrencies(
  wanted: string | undefined,
  lines: LineItem[],
  rates: FoundRate[],
): void {
  const expected = wanted ?? lines[0]?.currency
  const check = (what: string, currency: string, param: string): void => {
    if (currency !== expected)
      throw invalid(
        `The ${what} specified only supports \`${currency}\`. This doesn't match the expected currency: \`${expected}\`.`,
        param,
      )
  }
  for (const [index, { currency }] of lines.entries())
    check('price', currency, `line_items[${index}][price]`)
  for (const [index, { currency }] of rates.entries())
    check('shipping rate', currency, `shipping_options[${index}][shipping_rate]`)
}

/** The lines against the mode: which prices go together, and how many. */
export function checkLines(mode: 'payment' | 'subscription', lines: LineItem[]): void {
  const rhythms = lines.flatMap(({ price: { recurring } }) =>
    recurring === null ? [] : [`${recurring.interval_count} ${recurring.interval}`],
  )
  if (lines.length === 0) throw invalid('You must pass at least one line item.', 'line_items')
  if (mode === 'payment' && rhythms.length > 0)
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'mode',
    )
  if (mode === 'subscription' && rhythms.length === 0)
    throw invalid(
      'You specified `subscription` mode but passed only one-time prices. Pass at least one recurring price.',
      'mode',
    )
  if (rhythms.length > 20 || (rhythms.length > 0 && lines.length - rhythms.length > 20))
    throw invalid('A subscription takes up to 20 recurring and 20 one-time prices.', 'line_items')
  if (new Set(rhythms).size > 1)
    throw invalid(
      'Checkout does not currently support multiple prices with different billing intervals.',
      'line_items',
    )
}
