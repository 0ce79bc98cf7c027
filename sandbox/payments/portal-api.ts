import { invalid, noSuch } from './api-error.ts'
import { type Context, stamped } from './context.ts'
import type { FormObject } from './form.ts'
import { newId } from './ids.ts'
import { type ListParams, listFields, page } from './lists.ts'
import type { PortalConfiguration, PortalSession } from './objects.ts'
import { boolean, check, list, metadata, object, oneOf, text } from './rules.ts'

const sessionRule = object(
  {
    customer: text(255),
    configuration: text(255),
    return_url: text(),
    locale: text(10),
    expand: list(text()),
  },
  'customer',
)

/** POST /v1/billing_portal/sessions: a customer's way into the portal, for an hour. */
export function createPortalSession(context: Context, form: FormObject): PortalSession {
  const params = check<{
    customer: string
    configuration?: string
    return_url?: string
    locale?: string
  }>(sessionRule, form)
  if (context.store.get('customer', params.customer) === null)
    throw noSuch('customer', params.customer, 'customer')
  const url = URL.parse(params.return_url ?? context.siteUrl)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw invalid('Not a valid URL', 'return_url', 'url_invalid')
  const { configuration = 'bpc_sandbox' } = params
  if (params.configuration !== undefined) {
    const found = context.store.get<PortalConfiguration>('portal_configuration', configuration)
    if (found === null) throw noSuch('configuration', configuration, 'configuration')
  }
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

const featureRule = object({
  customer_update: object({ enabled: boolean, allowed_updates: list(text()) }, 'enabled'),
  invoice_history: object({ enabled: boolean }, 'enabled'),
  payment_method_update: object({ enabled: boolean }, 'enabled'),
  subscription_cancel: object(
    {
      enabled: boolean,
      mode: oneOf('at_period_end', 'immediately'),
      proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
    },
    'enabled',
  ),
})

const configurationRule = object(
  {
    features: featureRule,
    business_profile: object({
      headline: text(60),
      privacy_policy_url: text(),
      terms_of_service_url: text(),
    }),
    default_return_url: text(),
    metadata,
    name: text(100),
    expand: list(text()),
  },
  'features',
)

/** POST /v1/billing_portal/configurations: what customers may do in the portal. */
export function createConfiguration(context: Context, form: FormObject): PortalConfiguration {
  const params = check<Partial<PortalConfiguration>>(configurationRule, form)
  const configuration: PortalConfiguration = {
    ...stamped(context, newId('bpc')),
    object: 'billing_portal.configuration',
    active: true,
    is_default: false,
    metadata: params.metadata ?? {},
    default_return_url: params.default_return_url ?? null,
    business_profile: params.business_profile ?? {},
    features: params.features ?? {},
  }
  context.store.put('portal_configuration', configuration.id, configuration)
  return configuration
}

/** GET /v1/billing_portal/configurations */
export function listConfigurations(context: Context, form: FormObject): object {
  const rule = object({ ...listFields, active: boolean, is_default: boolean })
  const params = check<ListParams & { active?: boolean; is_default?: boolean }>(rule, form)
  const matches = context.store
    .all<PortalConfiguration>('portal_configuration')
    .filter(
      (one) =>
        (params.active ?? one.active) === one.active &&
        (params.is_default ?? one.is_default) === one.is_default,
    )
  return page('/v1/billing_portal/configurations', matches, params)
}
