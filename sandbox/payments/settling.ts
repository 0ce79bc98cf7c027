import { ApiError } from './api-error.ts'
import type { Context } from './context.ts'
import type { Charge, PaymentIntent } from './objects.ts'
import type { KeptSession, Session } from './session-objects.ts'
import { findSession, keep } from './sessions.ts'
import { paymentOfInvoice } from './invoices.ts'
import { settleSubscription } from './subscriptions.ts'

/** Ends the waiting of a payment that settles later, in one write, with its notification. */
export function settleSession(
  context: Context,
  id: string,
  outcome: 'succeeded' | 'failed',
): Session {
  const kept = findSession(context, id)
  if (kept.session.status !== 'complete' || kept.session.payment_status !== 'unpaid')
    throw new ApiError(400, 'Nothing of this session is waiting to be settled.')
  return context.store.together(() => settle(context, kept, outcome === 'succeeded'))
}

function settle(context: Context, kept: KeptSession, succeeded: boolean): Session {
  const session: Session = { ...kept.session, payment_status: succeeded ? 'paid' : 'unpaid' }
  const paymentId =
    session.payment_intent ??
    paymentOfInvoice(context, session.invoice ?? '')?.payment.payment_intent ??
    ''
  const intent = context.store.get<PaymentIntent>('payment_intent', paymentId)
  if (intent !== null) settlePayment(context, intent, succeeded)
  if (session.subscription !== null) settleSubscription(context, session.subscription, succeeded)
  context.store.dropJob(session.id)
  keep(context, { ...kept, session })
  context.notify(
    succeeded
      ? 'checkout.session.async_payment_succeeded'
      : 'checkout.session.async_payment_failed',
    session,
  )
  return session
}

function settlePayment(context: Context, intent: PaymentIntent, succeeded: boolean): void {
  const charge = context.store.get<Charge>('charge', intent.latest_charge ?? '')
  context.store.put('payment_intent', intent.id, {
    ...intent,
    status: succeeded ? 'succeeded' : 'requires_payment_method',
    amount_received: succeeded ? intent.amount : 0,
    last_payment_error: succeeded
      ? null
      : {
          type: 'card_error',
          code: 'payment_intent_payment_attempt_failed',
          message: 'The payment failed.',
        },
  })
  if (charge === null) return
  context.store.put('charge', charge.id, {
    ...charge,
    status: succeeded ? 'succeeded' : 'failed',
    paid: succeeded,
    captured: succeeded,
    amount_captured: succeeded ? charge.amount : 0,
  })
}
