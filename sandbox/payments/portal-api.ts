import type { PortalConfiguration, PortalSession } from './billing-objects.ts'
import { type Context, existing, seconds, stamped, withMetadata } from './context.ts'
import { newId } from './ids.ts'
import type { ConfigurationParams, PortalSessionParams } from './parameters/billing.ts'

/** POST /v1/billing_portal/sessions: a customer's way into the portal, for an hour. */
export function createPortalSession(context: Context, params: PortalSessionParams): PortalSession {
  existing(context, 'customer', params.customer, 'customer')
  const { configuration = 'bpc_sandbox' } = params
  if (params.configuration !== undefined)
    existing(context, 'portal_configuration', configuration, 'configuration')
  // Whoever knows the address is the customer, so it is as hard to guess as a key.
  const secret = newId('test')
  const session: PortalSession = {
    ...stamped(context, newId('bps')),
    object: 'billing_portal.session',
    configuration,
    customer: params.customer,
    flow: null,
    locale: params.locale ?? null,
    on_behalf_of: null,
    return_url: params.return_url ?? null,
    url: `${context.siteUrl}/sandbox/payments/portal/${secret}`,
  }
  context.store.put('portal', secret, session)
  return session
}

/** POST /v1/billing_portal/configurations: what customers may do in the portal. */
export function createConfiguration(
  context: Context,
  params: ConfigurationParams,
): PortalConfiguration {
  const configuration: PortalConfiguration = {
    ...stamped(context, newId('bpc')),
    object: 'billing_portal.configuration',
    active: true,
    is_default: false,
    metadata: withMetadata({}, params.metadata),
    default_return_url: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    features: featuresOf(params.features),
    name: null,
    updated: seconds(context),
  }
  context.store.put('portal_configuration', configuration.id, configuration)
  return configuration
}

/** Every feature, those that nobody asked for switched off. */
function featuresOf(wanted: ConfigurationParams['features']): Record<string, unknown> {
  const off = { enabled: false }
  return {
    customer_update: { ...off, allowed_updates: [] },
    invoice_history: wanted.invoice_history ?? off,
    payment_method_update: {
      ...off,
      payment_method_configuration: null,
      ...wanted.payment_method_update,
    },
    subscription_cancel: {
      ...off,
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      mode: 'at_period_end',
      proration_behavior: 'none',
      ...wanted.subscription_cancel,
    },
    subscription_pause: { ...off, duration: { interval_options: [], type: 'indefinite' } },
    subscription_update: {
      ...off,
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  }
}
