import type Stripe from 'stripe'
import { chargeFacts, sessionFacts } from '../_shared/payment-facts.ts'
import {
  settle,
  settleBoxes,
  type Settlement,
  type SettlementTools,
} from '../_shared/settlement.ts'
import { subscriptionOfInvoice } from '../_shared/subscription-facts.ts'
import { payerOf } from './subscription-order.ts'

/** Settles an event; null for the kinds, and the objects, that mean nothing to the shop. */
export async function takeIn(
  tools: SettlementTools,
  event: Stripe.Event,
): Promise<Settlement | null> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return settle(tools, event, sessionFacts(event.data.object))
    case 'charge.refunded':
      return settleRefund(tools, event, event.data.object)
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return settleBoxes(tools, event, event.data.object.id)
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return settleInvoice(tools, event, event.data.object)
    default:
      return null
  }
}

async function settleInvoice(
  tools: SettlementTools,
  event: Stripe.Event,
  invoice: Stripe.Invoice,
): Promise<Settlement | null> {
  const subscription = subscriptionOfInvoice(invoice)
  return subscription === null ? null : settleBoxes(tools, event, subscription, [invoice.id])
}

/** A box's charge does not carry our order's id, so its invoice is asked; a later box has an order of its own. */
async function settleRefund(
  tools: SettlementTools,
  event: Stripe.Event,
  charge: Stripe.Charge,
): Promise<Settlement> {
  const facts = chargeFacts(charge)
  if (facts.orderId !== null || facts.paymentIntentId === null) return settle(tools, event, facts)
  const payer = await payerOf(tools.stripe, facts.paymentIntentId)
  if (payer?.kind === 'first box') return settle(tools, event, { ...facts, orderId: payer.orderId })
  if (payer === null) return settle(tools, event, facts)
  // The payment's own news may be still on its way, or lost.
  await settleBoxes(tools, { id: null, type: 'invoice.paid' }, payer.subscriptionId, [
    payer.invoiceId,
  ])
  return settle(tools, event, { ...facts, invoiceId: payer.invoiceId })
}
