import { type Context, create, existing, keep } from './context.ts'
import { newId } from './ids.ts'
import type { Charge, PaymentIntent } from './objects.ts'
import type { Metadata } from './rules.ts'

export interface Payable {
  amount: number
  currency: string
  customer: string | null
  description: string | null
  metadata: Metadata
  payer: Charge['billing_details']
}

/** With the id of a payment that has failed, it is tried again by another charge. */
export function charge(
  context: Context,
  { payer, ...shared }: Payable,
  status: Charge['status'],
  payment = newId('pi'),
): PaymentIntent {
  const made = create(context, 'charge', newId('ch'), {
    ...shared,
    amount_refunded: 0,
    refunded: false,
    payment_intent: payment,
    billing_details: payer,
    ...chargeIn(status, shared.amount),
  })
  return create(context, 'payment_intent', payment, {
    ...shared,
    latest_charge: made.id,
    ...paymentIn(status, shared.amount),
  })
}

export function settleCharge(
  context: Context,
  payment: PaymentIntent,
  status: Charge['status'],
): PaymentIntent {
  const { amount, latest_charge: id } = payment
  keep(context, { ...existing(context, 'charge', id), ...chargeIn(status, amount) })
  return keep(context, { ...payment, ...paymentIn(status, amount) })
}

function chargeIn(status: Charge['status'], amount: number) {
  const isPaid = status === 'succeeded'
  return { status, paid: isPaid, captured: isPaid, amount_captured: isPaid ? amount : 0 }
}

function paymentIn(status: Charge['status'], amount: number) {
  const statuses = {
    succeeded: 'succeeded',
    pending: 'processing',
    failed: 'requires_payment_method',
  } as const
  return {
    status: statuses[status],
    amount_received: status === 'succeeded' ? amount : 0,
    last_payment_error:
      status === 'failed'
        ? { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
        : null,
  }
}
