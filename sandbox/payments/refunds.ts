import { ApiError, noSuch } from './api-error.ts'
import { type Context, stamped } from './context.ts'
import type { FormObject } from './form.ts'
import { newId } from './ids.ts'
import type { Charge, PaymentIntent, Refund } from './objects.ts'
import { check, integer, list, metadata, object, oneOf, text } from './rules.ts'

const rule = object({
  payment_intent: text(255),
  charge: text(255),
  amount: integer(1),
  metadata,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  expand: list(text()),
})

interface Params {
  payment_intent?: string
  charge?: string
  amount?: number
  metadata?: Record<string, string>
  reason?: string
}

/** POST /v1/refunds: in part, or what is left. */
export function createRefund(context: Context, form: FormObject): Refund {
  const params = check<Params>(rule, form)
  const charge = chargeOf(context, params)
  const left = charge.amount_captured - charge.amount_refunded
  if (left === 0)
    throw new ApiError(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  const amount = params.amount ?? left
  if (amount > left)
    throw new ApiError(
      400,
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      { param: 'amount' },
    )
  const refund: Refund = {
    ...stamped(context, newId('re')),
    object: 'refund',
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    metadata: params.metadata ?? {},
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

function chargeOf(context: Context, params: Params): Charge {
  const intent =
    params.payment_intent === undefined
      ? null
      : context.store.get<PaymentIntent>('payment_intent', params.payment_intent)
  if (params.payment_intent !== undefined && intent === null)
    throw noSuch('payment_intent', params.payment_intent, 'payment_intent')
  const id = params.charge ?? intent?.latest_charge
  if (id === undefined || id === null)
    throw new ApiError(
      400,
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const charge = context.store.get<Charge>('charge', id)
  if (charge === null) throw noSuch('charge', id, 'charge')
  if (charge.status !== 'succeeded')
    throw new ApiError(400, 'This charge has not succeeded and cannot be refunded.')
  return charge
}
