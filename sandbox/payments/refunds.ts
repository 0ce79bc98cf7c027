import { ApiError, invalid } from './api-error.ts'
import { type Calls, call } from './calls.ts'
import { existing, keep, stamped } from './context.ts'
import { newId } from './ids.ts'
import { refundParams } from './parameters.ts'

export const refundCalls: Calls = {
  /** In part, or what is left. */
  'POST refunds': call('refund', refundParams, (context, { payment_intent, amount, metadata }) => {
    const intent = existing(context, 'payment_intent', payment_intent, 'payment_intent')
    const charge = existing(context, 'charge', intent.latest_charge, 'charge')
    if (charge.status !== 'succeeded')
      throw new ApiError(400, 'This charge has not succeeded and cannot be refunded.')
    const left = charge.amount_captured - charge.amount_refunded
    if (left === 0)
      throw new ApiError(400, `Charge ${charge.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      })
    if (amount !== undefined && amount > left)
      throw invalid(
        `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
        'amount',
      )
    const { id, created } = stamped(context, newId('re'))
    const refunded = charge.amount_refunded + (amount ?? left)
    return context.store.together(() => {
      keep(
        context,
        { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount_captured },
        'charge.refunded',
      )
      return keep(context, {
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
  }),
}
