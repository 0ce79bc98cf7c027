import { ApiError, noSuch } from './api-error.ts'
import { type Context, seconds } from './context.ts'
import type { FormObject } from './form.ts'
import { type ListParams, listFields, page } from './lists.ts'
import type { Invoice, Subscription } from './objects.ts'
import { endSubscription } from './renewals.ts'
import { boolean, check, list, metadata, object, oneOf, text } from './rules.ts'
import { endOfPeriod, findSubscription } from './subscriptions.ts'

const changesRule = object({ cancel_at_period_end: boolean, metadata, expand: list(text()) })

/** POST /v1/subscriptions/:id: to cancel at the end of the period, or not to after all. */
export function updateSubscription(context: Context, id: string, form: FormObject): Subscription {
  const changes = check<{ cancel_at_period_end?: boolean; metadata?: Record<string, string> }>(
    changesRule,
    form,
  )
  const subscription = findSubscription(context, id)
  const { cancel_at_period_end: cancels } = changes
  if (subscription.status === 'canceled' && cancels !== undefined)
    throw new ApiError(
      400,
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  const changed: Subscription = {
    ...subscription,
    metadata: { ...subscription.metadata, ...changes.metadata },
    ...(cancels === undefined || cancels === subscription.cancel_at_period_end
      ? {}
      : cancellation(context, subscription, cancels)),
  }
  context.store.together(() => {
    context.store.put('subscription', id, changed)
    context.notify('customer.subscription.updated', changed)
  })
  return changed
}

/** DELETE /v1/subscriptions/:id: at once. */
export function cancelSubscription(context: Context, id: string, form: FormObject): Subscription {
  check(object({ invoice_now: boolean, prorate: boolean, expand: list(text()) }), form)
  const subscription = findSubscription(context, id)
  if (subscription.status === 'canceled') throw noSuch('subscription', id)
  return context.store.together(() =>
    endSubscription(context, subscription, 'cancellation_requested'),
  )
}

/** GET /v1/subscriptions: those that are not over, unless another status is asked for. */
export function listSubscriptions(context: Context, form: FormObject): object {
  const rule = object({
    ...listFields,
    customer: text(255),
    status: oneOf('all', 'active', 'canceled', 'incomplete', 'past_due'),
  })
  const params = check<ListParams & { customer?: string; status?: string }>(rule, form)
  const matches = context.store
    .all<Subscription>('subscription')
    .filter(
      (one) =>
        (params.customer ?? one.customer) === one.customer &&
        (params.status === undefined
          ? one.status !== 'canceled'
          : params.status === 'all' || params.status === one.status),
    )
  return page('/v1/subscriptions', matches, params)
}

/** GET /v1/invoices */
export function listInvoices(context: Context, form: FormObject): object {
  const rule = object({
    ...listFields,
    customer: text(255),
    subscription: text(255),
    status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
  })
  const params = check<ListParams & { customer?: string; subscription?: string; status?: string }>(
    rule,
    form,
  )
  const matches = context.store
    .all<Invoice>('invoice')
    .filter(
      (one) =>
        (params.customer ?? one.customer) === one.customer &&
        (params.status ?? one.status) === one.status &&
        (params.subscription ?? one.parent.subscription_details.subscription) ===
          one.parent.subscription_details.subscription,
    )
  return page('/v1/invoices', matches, params)
}

function cancellation(
  context: Context,
  subscription: Subscription,
  cancels: boolean,
): Pick<
  Subscription,
  'cancel_at_period_end' | 'cancel_at' | 'canceled_at' | 'cancellation_details'
> {
  return {
    cancel_at_period_end: cancels,
    cancel_at: cancels ? endOfPeriod(subscription) : null,
    canceled_at: cancels ? seconds(context) : null,
    cancellation_details: {
      ...subscription.cancellation_details,
      reason: cancels ? 'cancellation_requested' : null,
    },
  }
}
