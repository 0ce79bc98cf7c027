import { ApiError, noSuch } from './api-error.ts'
import type { Subscription } from './billing-objects.ts'
import { type Context, existing, seconds, withMetadata } from './context.ts'
import type { SubscriptionChanges } from './parameters/billing.ts'
import { endSubscription } from './renewals.ts'
import { endOfPeriod, isOver } from './subscriptions.ts'

/** POST /v1/subscriptions/:id: to cancel at the end of the period, or not to after all. */
export function updateSubscription(
  context: Context,
  changes: SubscriptionChanges,
  id: string,
): Subscription {
  const subscription = existing<Subscription>(context, 'subscription', id)
  const { cancel_at_period_end: cancels } = changes
  if (isOver(subscription) && cancels !== undefined)
    throw new ApiError(
      400,
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  const changed: Subscription = {
    ...subscription,
    metadata: withMetadata(subscription.metadata, changes.metadata),
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
export function cancelSubscription(context: Context, id: string): Subscription {
  const subscription = existing<Subscription>(context, 'subscription', id)
  if (isOver(subscription)) throw noSuch('subscription', id)
  return context.store.together(() =>
    endSubscription(context, subscription, 'cancellation_requested'),
  )
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
