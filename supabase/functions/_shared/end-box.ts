import { idOf } from './payment-facts.ts'
import { orNull, settleBoxes, type SettlementTools } from './settlement.ts'
import { call } from '../../client.ts'

/**
 * Ends a subscription at once: the provider then also stops collecting what is overdue. What it says of the box is taken
 * in here, and a payment that has just come in is an order, which has to be sent. One that the provider does not have
 * ends here alone, if it was cancelled.
 */
export async function endBox(tools: SettlementTools, id: string): Promise<void> {
  const { client, now, stripe } = tools
  // One that is over already, since an answer was lost, cannot be cancelled again.
  const ended =
    (await orNull(stripe.subscriptions.cancel(id))) ??
    (await orNull(stripe.subscriptions.retrieve(id)))
  if (ended === null)
    return call(client, 'end_unknown_box', {
      p_stripe_subscription_id: id,
      p_now: new Date(now()).toISOString(),
    })
  const invoice = idOf(ended.latest_invoice)
  const news = { id: null, type: 'customer.subscription.deleted' }
  await settleBoxes(tools, news, id, invoice === null ? [] : [invoice])
}
