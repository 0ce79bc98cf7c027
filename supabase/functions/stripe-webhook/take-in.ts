import type Stripe from 'stripe'
import { chargeFacts, sessionFacts } from '../_shared/payment-facts.ts'
import {
  setAside,
  settle,
  settleBoxes,
  type Settlement,
  type SettlementTools,
} from '../_shared/settlement.ts'
import { subscriptionOfInvoice, UnusableError } from '../_shared/subscription-facts.ts'
import { type Notice, readCharge, readInvoice, readSession, readSubscriptionId } from './shapes.ts'
import { payerOf } from './subscription-order.ts'

/**
 * Settles an event; null for the kinds, and the objects, that mean nothing to the shop. What has not the shape of its
 * kind, or is of a subscription that the shop cannot have sold, is set aside.
 */
export async function takeIn(tools: SettlementTools, event: Notice): Promise<Settlement | null> {
  try {
    return await dispatch(tools, event)
  } catch (error) {
    if (!(error instanceof UnusableError)) throw error
    return setAside(tools, event, error.message)
  }
}

function dispatch(tools: SettlementTools, event: Notice): Promise<Settlement | null> {
  const { object } = event
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return settle(tools, event, sessionFacts(usable(readSession(object))))
    case 'charge.refunded':
      return settleRefund(tools, event, usable(readCharge(object)))
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return settleBoxes(tools, event, usable(readSubscriptionId(object)))
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return settleInvoice(tools, event, usable(readInvoice(object)))
    default:
      return Promise.resolve(null)
  }
}

/** @throws UnusableError */
function usable<T>(object: T | null): T {
  if (object === null) throw new UnusableError('It has not the shape of its kind')
  return object
}

async function settleInvoice(
  tools: SettlementTools,
  event: Notice,
  invoice: Stripe.Invoice,
): Promise<Settlement | null> {
  const subscription = subscriptionOfInvoice(invoice)
  return subscription === null ? null : settleBoxes(tools, event, subscription, [invoice.id])
}

/** A box's charge does not carry our order's id, so its invoice is asked; a later box has an order of its own. */
async function settleRefund(
  tools: SettlementTools,
  event: Notice,
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
