import { settleCharge } from './charges.ts'
import { type Context, find } from './context.ts'
import { paymentOfInvoice } from './invoices.ts'
import { findSession, keepSession } from './sessions.ts'
import { activate } from './subscriptions.ts'

export function settleSession(context: Context, id: string, outcome: 'succeeded' | 'failed'): void {
  const kept = findSession(context, id)
  context.store.dropJob(id)
  const { invoice, payment_intent, payment_status, status, subscription } = kept.session
  if (status !== 'complete' || payment_status !== 'unpaid') return
  const ofInvoice = paymentOfInvoice(context, invoice ?? '')?.payment.payment_intent
  const waiting = find(context, 'payment_intent', payment_intent ?? ofInvoice)
  const succeeded = outcome === 'succeeded'
  if (waiting !== null) {
    const settled = settleCharge(context, waiting, outcome)
    if (subscription !== null && succeeded) activate(context, subscription, settled)
  }
  keepSession(
    context,
    { ...kept, session: { ...kept.session, payment_status: succeeded ? 'paid' : 'unpaid' } },
    `checkout.session.async_payment_${outcome}`,
  )
}
