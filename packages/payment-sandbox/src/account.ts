import { defineEndpointWithoutParams, defineEndpoint, type Endpoints } from './endpoints.ts'
import {
  createObject,
  getObject,
  saveObject,
  createId,
  getCurrentSeconds,
  createObjectBase,
} from './context.ts'
import {
  portalConfigurationParams,
  customerParams,
  webhookEndpointChanges,
  webhookEndpointParams,
  portalParams,
} from './parameters.ts'
import { endSubscription } from './renewals.ts'
import { hasEnded } from './subscriptions.ts'

export const accountEndpoints: Endpoints = {
  'POST customers': defineEndpoint('customer', customerParams, (context, params) =>
    createObject(context, 'customer', createId('cus'), params),
  ),
  /** Deletes a customer and ends their subscriptions. Payments still refer to the customer's id. */
  'DELETE customers/:id': defineEndpointWithoutParams('customer', (context, id) => {
    getObject(context, 'customer', id)
    const deleted = { id, object: 'customer', deleted: true }
    return context.store.together(() => {
      for (const one of context.store.all('subscription'))
        if (one.customer === id && !hasEnded(one))
          endSubscription(context, one, 'cancellation_requested')
      context.store.put('customer', id, deleted)
      return deleted
    })
  }),
  'POST billing_portal/sessions': defineEndpoint(
    'billing_portal.session',
    portalParams,
    (context, params) => {
      const { configuration = null } = params
      getObject(context, 'customer', params.customer, 'customer')
      if (configuration !== null)
        getObject(context, 'billing_portal.configuration', configuration, 'configuration')
      // Anybody with the URL can act as the customer, so the URL contains a random secret.
      const secret = createId('test')
      const session = {
        ...createObjectBase(context, createId('bps')),
        object: 'billing_portal.session',
        ...params,
        configuration: configuration ?? 'bpc_sandbox',
        url: `${context.url}/portal/${secret}`,
      }
      context.store.put('portal', secret, session)
      return session
    },
  ),
  'POST billing_portal/configurations': defineEndpoint(
    'billing_portal.configuration',
    portalConfigurationParams,
    (context, params) => {
      const made = { ...params, active: true, updated: getCurrentSeconds(context) }
      return createObject(context, 'billing_portal.configuration', createId('bpc'), made)
    },
  ),
  /** Stores a webhook endpoint without using it: the sandbox sends all events to `webhookUrl`, signed with `webhookSecret`. */
  'POST webhook_endpoints': defineEndpoint(
    'webhook_endpoint',
    webhookEndpointParams,
    (context, params) => ({
      ...createObject(context, 'webhook_endpoint', createId('we'), {
        ...params,
        status: 'enabled',
      }),
      secret: context.webhookSecret,
    }),
  ),
  'POST webhook_endpoints/:id': defineEndpoint(
    'webhook_endpoint',
    webhookEndpointChanges,
    (context, changes, id) => {
      const known = getObject(context, 'webhook_endpoint', id)
      const { disabled = known.status === 'disabled', ...rest } = changes
      return saveObject(context, { ...known, ...rest, status: disabled ? 'disabled' : 'enabled' })
    },
  ),
  'DELETE webhook_endpoints/:id': defineEndpointWithoutParams('webhook_endpoint', (context, id) => {
    getObject(context, 'webhook_endpoint', id)
    context.store.drop('webhook_endpoint', id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
}
