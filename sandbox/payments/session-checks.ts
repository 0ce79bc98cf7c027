import { ApiError, invalid } from './api-error.ts'
import { type FoundRate, mostAmount, tooMuch } from './lines.ts'
import type { FieldParams, SessionParams } from './session-parameters.ts'
import type { LineItem } from './objects.ts'

const halfHour = 30 * 60
const day = 24 * 60 * 60

/** What the provider refuses although every parameter by itself is right. `now` in seconds. */
export function checkTogether(params: SessionParams, now: number): void {
  if (params.discounts !== undefined && params.allow_promotion_codes !== undefined)
    throw invalid(
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
      'allow_promotion_codes',
    )
  if (params.customer !== undefined && params.customer_email !== undefined)
    throw invalid(
      'You may only specify one of these parameters: customer, customer_email.',
      'customer',
    )
  if (params.mode === 'subscription') checkSubscription(params)
  else if (params.subscription_data !== undefined)
    throw invalid('You can not pass `subscription_data` in `payment` mode.', 'subscription_data')
  if (params.shipping_options !== undefined && params.shipping_address_collection === undefined)
    throw invalid('`shipping_options` needs `shipping_address_collection`.', 'shipping_options')
  checkExpiry(params.expires_at, now)
  checkFields(params.custom_fields ?? [])
}

function checkSubscription(params: SessionParams): void {
  for (const name of ['shipping_options', 'payment_intent_data'] as const)
    if (params[name] !== undefined)
      throw invalid(`You can not pass \`${name}\` in \`subscription\` mode.`, name)
}

function checkExpiry(expiresAt: number | undefined, now: number): void {
  if (expiresAt === undefined) return
  if (expiresAt < now + halfHour)
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    )
  if (expiresAt > now + day)
    throw invalid(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    )
}

function checkFields(fields: FieldParams[]): void {
  const keys = new Set<string>()
  for (const [index, field] of fields.entries()) {
    const param = `custom_fields[${index}]`
    if (!/^[A-Za-z0-9]+$/.test(field.key) || keys.has(field.key))
      throw invalid('Keys must be unique and alphanumeric.', `${param}[key]`)
    keys.add(field.key)
    const values = field.dropdown.options.map((option) => option.value)
    const options = `${param}[dropdown][options]`
    if (values.length === 0) throw invalid('You must pass at least one option.', options)
    if (values.some((value) => !/^[A-Za-z0-9]+$/.test(value)))
      throw invalid('Values must be alphanumeric.', options)
    if (new Set(values).size < values.length) throw invalid('Values must be unique.', options)
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
  const refuse = (what: string, currency: string, param: string) =>
    invalid(
      `The ${what} specified only supports \`${currency}\`. This doesn't match the expected currency: \`${expected}\`.`,
      param,
    )
  for (const [index, line] of lines.entries())
    if (line.currency !== expected)
      throw refuse('price', line.currency, `line_items[${index}][price]`)
  for (const [index, rate] of rates.entries())
    if (rate.currency !== expected)
      throw refuse('shipping rate', rate.currency, `shipping_options[${index}][shipping_rate]`)
}

/** The lines against the mode: which prices go together, and how many. */
export function checkLines(mode: 'payment' | 'subscription', lines: LineItem[]): void {
  const recurring = lines.filter((line) => line.price.recurring !== null)
  if (lines.length === 0) throw invalid('You must pass at least one line item.', 'line_items')
  if (mode === 'payment') {
    if (recurring.length > 0)
      throw invalid(
        'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
        'mode',
      )
    return
  }
  if (recurring.length === 0)
    throw invalid(
      'You specified `subscription` mode but passed only one-time prices. Pass at least one recurring price.',
      'mode',
    )
  if (recurring.length > 20 || lines.length - recurring.length > 20)
    throw invalid('A subscription takes up to 20 recurring and 20 one-time prices.', 'line_items')
  const rhythms = recurring.map(
    ({ price }) => `${price.recurring?.interval_count} ${price.recurring?.interval}`,
  )
  if (new Set(rhythms).size > 1)
    throw invalid(
      'Checkout does not currently support multiple prices with different billing intervals.',
      'line_items',
    )
}
