import { schedulePayout } from './balance.ts'
import {
  type SandboxContext,
  createObject,
  getObject,
  saveObject,
  createId,
  createObjectBase,
} from './context.ts'
import type { Charge, PaymentIntent } from './objects.ts'
import type { Metadata } from './rules.ts'
import { ApiError, createInvalidError } from './api-error.ts'
import { defineEndpoint, type Endpoints } from './endpoints.ts'
import { refundParams } from './parameters.ts'

export interface PaymentDetails {
  amount: number
  currency: string
  customer: string | null
  description: string | null
  metadata: Metadata
  payer: Charge['billing_details']
}

/** Creates a payment with a charge. With the id of a failed payment in `payment`, adds another charge to that payment. */
export function createPayment(
  context: SandboxContext,
  { payer, ...shared }: PaymentDetails,
  outcome: Charge['status'] | 'requires_action',
  payment = createId('pi'),
): PaymentIntent {
  const status = outcome === 'requires_action' ? 'failed' : outcome
  const made = createObject(context, 'charge', createId('ch'), {
    ...shared,
    amount_refunded: 0,
    refunded: false,
    payment_intent: payment,
    billing_details: payer,
    ...getChargeFields(status, shared.amount),
  })
  schedulePayout(context)
  return createObject(context, 'payment_intent', payment, {
    ...shared,
    latest_charge: made.id,
    ...(outcome === 'requires_action'
      ? actionRequiredFields
      : getPaymentFields(outcome, shared.amount)),
  })
}

/** Fields of an off-session payment that the customer must confirm because the bank requires it. */
const actionRequiredFields = {
  status: 'requires_action' as const,
  amount_received: 0,
  last_payment_error: null,
  next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
}

export function settleCharge(
  context: SandboxContext,
  payment: PaymentIntent,
  status: Charge['status'],
): PaymentIntent {
  const { amount, latest_charge: id } = payment
  saveObject(context, { ...getObject(context, 'charge', id), ...getChargeFields(status, amount) })
  return saveObject(context, { ...payment, ...getPaymentFields(status, amount) })
}

function getChargeFields(status: Charge['status'], amount: number) {
  const isPaid = status === 'succeeded'
  return { status, paid: isPaid, captured: isPaid, amount_captured: isPaid ? amount : 0 }
}

function getPaymentFields(status: Charge['status'], amount: number) {
  const statuses = {
    succeeded: 'succeeded',
    pending: 'processing',
    failed: 'requires_payment_method',
  } as const
  return {
    status: statuses[status],
    amount_received: status === 'succeeded' ? amount : 0,
    next_action: null,
    last_payment_error:
      status === 'failed'
        ? { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
        : null,
  }
}

function isCaptured({ store }: SandboxContext, { id }: Charge): boolean {
  return store.all('dispute').some(({ charge, status }) => charge === id && status !== 'won')
}

export const refundEndpoints: Endpoints = {
  /** Refunds a payment: the given amount, or everything that is not refunded yet. */
  'POST refunds': defineEndpoint(
    'refund',
    refundParams,
    (context, { payment_intent, amount, metadata }) => {
      const intent = getObject(context, 'payment_intent', payment_intent, 'payment_intent')
      const charge = getObject(context, 'charge', intent.latest_charge, 'charge')
      if (charge.status !== 'succeeded')
        throw new ApiError(400, 'This charge has not succeeded and cannot be refunded.')
      if (charge.disputed === true && isCaptured(context, charge))
        throw new ApiError(
          400,
          `Charge ${charge.id} has been charged back; cannot issue a refund.`,
          {
            code: 'charge_disputed',
          },
        )
      const left = charge.amount_captured - charge.amount_refunded
      if (left === 0)
        throw new ApiError(400, `Charge ${charge.id} has already been refunded.`, {
          code: 'charge_already_refunded',
        })
      if (amount !== undefined && amount > left)
        throw createInvalidError(
          `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
          'amount',
        )
      const { id, created } = createObjectBase(context, createId('re'))
      const refunded = charge.amount_refunded + (amount ?? left)
      return context.store.together(() => {
        saveObject(
          context,
          { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount_captured },
          'charge.refunded',
        )
        return saveObject(context, {
          id,
          object: 'refund',
          created,
          amount: amount ?? left,
          currency: charge.currency,
          charge: charge.id,
          payment_intent,
          metadata,
          reason: null,
          status: 'succeeded',
        })
      })
    },
  ),
}
