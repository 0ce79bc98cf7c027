import { ApiError, noSuch } from './api-error.ts'
import { bareCall, type Calls, call } from './calls.ts'
import { type Context, existing, keep, seconds } from './context.ts'
import type { Subscription } from './objects.ts'
import { subscriptionChanges } from './parameters.ts'
import { endSubscription } from './renewals.ts'
import { type Value, withMetadata } from './rules.ts'
import { endOfPeriod, isOver } from './subscriptions.ts'

export const subscriptionCalls: Calls = {
  'POST subscriptions/:id': call('subscription', subscriptionChanges, updateSubscription),
  'DELETE subscriptions/:id': bareCall('subscription', (context, id) => {
    const subscription = existing(context, 'subscription', id)
    if (isOver(subscription)) throw noSuch('subscription', id)
    return context.store.together(() =>
      endSubscription(context, subscription, 'cancellation_requested'),
    )
  }),
}

export function updateSubscription(
  context: Context,
  changes: Value<typeof subscriptionChanges>,
  id: string,
): Subscription {
  const known = existing(context, 'subscription', id)
  const { cancel_at_period_end: cancels } = changes
  if (isOver(known) && cancels !== undefined)
    throw new ApiError(
      400,
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  const changed = { ...known, metadata: withMetadata(known.metadata, changes.metadata) }
  if (cancels !== undefined && cancels !== known.cancel_at_period_end)
    Object.assign(changed, {
      cancel_at_period_end: cancels,
      cancel_at: cancels ? endOfPeriod(known) : null,
      canceled_at: cancels ? seconds(context) : null,
      cancellation_details: { reason: cancels ? 'cancellation_requested' : null },
    })
  return context.store.together(() => keep(context, changed, 'customer.subscription.updated'))
}
