import { type Calls, bareCall, call } from './calls.ts'
import { apiVersion, existing, keep, seconds, stamped, withMetadata } from './context.ts'
import { newId } from './ids.ts'
import { endSubscription } from './renewals.ts'
import { address, boolean, email, list, metadata, object, oneOf, text } from './rules.ts'
import { isOver } from './subscriptions.ts'
import { eventType, portalLocale } from './values.ts'

const id = text()
const enabled = { enabled: boolean }
const events = list(eventType)

/** Customers, their portal, and where the shop wants to be notified. */
export const accountCalls: Calls = {
  'POST customers': call(
    'customer',
    object({}, { email, name: text(256), metadata }),
    (context, { email = null, name = null, metadata }) =>
      keep(context, {
        ...stamped(context, newId('cus')),
        object: 'customer',
        email,
        name,
        metadata: withMetadata({}, metadata),
      }),
  ),
  /** Their subscriptions end with them. What they bought goes on naming them. */
  'DELETE customers/:id': bareCall('customer', (context, id) => {
    existing(context, 'customer', id)
    const deleted = { id, object: 'customer', deleted: true }
    return context.store.together(() => {
      for (const one of context.store.all('subscription'))
        if (one.customer === id && !isOver(one))
          endSubscription(context, one, 'cancellation_requested')
      context.store.put('customer', id, deleted)
      return deleted
    })
  }),
  /** A customer's way into the portal, for an hour. */
  'POST billing_portal/sessions': call(
    'billing_portal.session',
    object({ customer: id }, { configuration: id, return_url: address, locale: portalLocale }),
    (context, { customer, configuration, locale = null, return_url = null }) => {
      existing(context, 'customer', customer, 'customer')
      if (configuration !== undefined)
        existing(context, 'billing_portal.configuration', configuration, 'configuration')
      // Whoever knows the address is the customer, so it is as hard to guess as a key.
      const secret = newId('test')
      const session = {
        ...stamped(context, newId('bps')),
        object: 'billing_portal.session',
        configuration: configuration ?? 'bpc_sandbox',
        customer,
        locale,
        return_url,
        url: `${context.siteUrl}/sandbox/payments/portal/${secret}`,
      }
      context.store.put('portal', secret, session)
      return session
    },
  ),
  'POST billing_portal/configurations': call(
    'billing_portal.configuration',
    object(
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
    ),
    (context, { features, metadata }) =>
      keep(context, {
        ...stamped(context, newId('bpc')),
        object: 'billing_portal.configuration',
        active: true,
        metadata: withMetadata({}, metadata),
        features,
        updated: seconds(context),
      }),
  ),
  /**
   * Notifications go to the shop's own address whatever endpoints there are, and are signed with its own secret; so
   * that is the secret that an endpoint is given, once.
   */
  'POST webhook_endpoints': call(
    'webhook_endpoint',
    object({ enabled_events: events, url: address }, { api_version: oneOf(apiVersion) }),
    (context, { api_version = null, enabled_events, url }) => {
      const endpoint = keep(context, {
        ...stamped(context, newId('we')),
        object: 'webhook_endpoint',
        api_version,
        enabled_events,
        metadata: {},
        status: 'enabled',
        url,
      })
      return { ...endpoint, secret: context.webhookSecret }
    },
  ),
  'POST webhook_endpoints/:id': call(
    'webhook_endpoint',
    object({}, { enabled_events: events, disabled: boolean }),
    (context, changes, id) => {
      const known = existing(context, 'webhook_endpoint', id)
      const { disabled = known.status === 'disabled', enabled_events = known.enabled_events } =
        changes
      return keep(context, {
        ...known,
        enabled_events,
        status: disabled ? 'disabled' : 'enabled',
      })
    },
  ),
  'DELETE webhook_endpoints/:id': bareCall('webhook_endpoint', (context, id) => {
    existing(context, 'webhook_endpoint', id)
    context.store.drop('webhook_endpoint', id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
}
