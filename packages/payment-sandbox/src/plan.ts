import { type ApiFields, nullFields } from './null-fields.ts'
import type { Price } from './objects.ts'

/** Returns the `plan` of a price, an older form of prices that the provider's API still includes in every subscription item. */
export function toPlan(price: Price): ApiFields {
  const { active, created, currency, id, livemode, metadata, nickname, product } = price
  const shared = { active, created, currency, id, livemode, metadata, nickname, product }
  const { recurring, unit_amount: amount } = price
  return {
    ...shared,
    ...nullFields('meter tiers_mode transform_usage trial_period_days'),
    object: 'plan',
    amount,
    amount_decimal: String(amount),
    billing_scheme: 'per_unit',
    interval: recurring?.interval,
    interval_count: recurring?.interval_count,
    usage_type: 'licensed',
  }
}
