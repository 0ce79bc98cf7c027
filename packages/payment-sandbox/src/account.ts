import { bareCall, call, type Calls } from './calls.ts'
import { create, existing, keep, newId, seconds, stamped } from './context.ts'
import {
  configurationParams,
  customerParams,
  endpointChanges,
  endpointParams,
  portalParams,
} from './parameters.ts'
import { endSubscription } from './renewals.ts'
import { isOver } from './subscriptions.ts'

export const accountCalls: Calls = {
  'POST customers': call('customer', customerParams, (context, params) =>
    create(context, 'customer', newId('cus'), params),
  ),
  /** Deletes a customer and ends their subscriptions. Payments keep the customer's id. */
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
  'POST billing_portal/sessions': call(
    'billing_portal.session',
    portalParams,
    (context, params) => {
      const { configuration = null } = params
      existing(context, 'customer', params.customer, 'customer')
      if (configuration !== null)
        existing(context, 'billing_portal.configuration', configuration, 'configuration')
      // The address alone gives access as the customer, so it is as hard to guess as a key.
      const secret = newId('test')
      const session = {
        ...stamped(context, newId('bps')),
        object: 'billing_portal.session',
        ...params,
        configuration: configuration ?? 'bpc_sandbox',
        url: `${context.url}/portal/${secret}`,
      }
      context.store.put('portal', secret, session)
      return session
    },
  ),
  'POST billing_portal/configurations': call(
    'billing_portal.configuration',
    configurationParams,
    (context, params) => {
      const made = { ...params, active: true, updated: seconds(context) }
      return create(context, 'billing_portal.configuration', newId('bpc'), made)
    },
  ),
  /** Stores an endpoint without using it: events always go to the shop, signed with the shop's secret. */
  'POST webhook_endpoints': call('webhook_endpoint', endpointParams, (context, params) => ({
    ...create(context, 'webhook_endpoint', newId('we'), { ...params, status: 'enabled' }),
    secret: context.webhookSecret,
  })),
  'POST webhook_endpoints/:id': call(
    'webhook_endpoint',
    endpointChanges,
    (context, changes, id) => {
      const known = existing(context, 'webhook_endpoint', id)
      const { disabled = known.status === 'disabled', ...rest } = changes
      return keep(context, { ...known, ...rest, status: disabled ? 'disabled' : 'enabled' })
    },
  ),
  'DELETE webhook_endpoints/:id': bareCall('webhook_endpoint', (context, id) => {
    existing(context, 'webhook_endpoint', id)
    context.store.drop('webhook_endpoint', id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
}
