import { ApiError, invalid } from './api-error.ts'
import { type Context, existing, seconds, withMetadata } from './context.ts'
import { newId } from './ids.ts'
import type { Charge, PaymentIntent, Refund } from './objects.ts'
import type { RefundParams } from './parameters/checkout.ts'

/** POST /v1/refunds: in part, or what is left. */
export function createRefund(context: Context, params: RefundParams): Refund {
  const charge = chargeOf(context, params)
  const left = charge.amount_captured - charge.amount_refunded
  if (left === 0)
    throw new ApiError(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  const amount = params.amount ?? left
  if (amount > left)
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      'amount',
    )
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    created: seconds(context),
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    metadata: withMetadata({}, params.metadata),
    reason: params.reason ?? null,
    status: 'succeeded',
  }
  const refunded = charge.amount_refunded + amount
  const changed: Charge = {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  }
  context.store.together(() => {
    context.store.put('refund', refund.id, refund)
    context.store.put('charge', charge.id, changed)
    context.notify('charge.refunded', changed)
  })
  return refund
}

function chargeOf(context: Context, params: RefundParams): Charge {
  const { payment_intent: payment } = params
  const intent =
    payment === undefined
      ? null
      : existing<PaymentIntent>(context, 'payment_intent', payment, 'payment_intent')
  const id = params.charge ?? intent?.latest_charge
  if (id === undefined || id === null)
    throw new ApiError(
      400,
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const charge = existing<Charge>(context, 'charge', id, 'charge')
  if (intent !== null && charge.payment_intent !== intent.id)
    throw invalid(`Charge ${id} does not belong to payment intent ${intent.id}.`, 'charge')
  if (charge.status !== 'succeeded')
    throw new ApiError(400, 'This charge has not succeeded and cannot be refunded.')
  return charge
}
