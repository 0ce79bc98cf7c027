import { address, boolean, metadata, object, oneOf, text, type Value } from '../rules.ts'
import { portalLocale } from './values.ts'

const id = text()

/** POST /v1/subscriptions/:id: to cancel at the end of the period, or not to after all. */
export const subscriptionUpdate = object({}, { cancel_at_period_end: boolean, metadata })
export type SubscriptionChanges = Value<typeof subscriptionUpdate>

/** POST /v1/billing_portal/sessions */
export const portalSessionCreate = object(
  { customer: id },
  { configuration: id, return_url: address, locale: portalLocale },
)
export type PortalSessionParams = Value<typeof portalSessionCreate>

const enabled = { enabled: boolean }

/** POST /v1/billing_portal/configurations */
export const configurationCreate = object(
  {
    features: object(
      {},
      {
        invoice_history: object(enabled, {}),
        payment_method_update: object(enabled, {}),
        subscription_cancel: object(enabled, {
          mode: oneOf('at_period_end', 'immediately'),
          proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
        }),
      },
    ),
  },
  { metadata },
)
export type ConfigurationParams = Value<typeof configurationCreate>
