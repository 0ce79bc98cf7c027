import { createPayment } from './charges.ts'
import {
  type SandboxContext,
  createObject,
  findObject,
  saveObject,
  createId,
  getCurrentSeconds,
  createObjectBase,
} from './context.ts'
import type { Invoice, InvoicePayment, PaymentIntent, Price, Subscription } from './objects.ts'

/** The time in seconds before a draft invoice is finalised. https://docs.stripe.com/invoicing/integration/workflow-transitions */
const draftPeriod = 60 * 60

interface InvoiceOptions {
  of: Pick<Subscription, 'currency' | 'customer' | 'id' | 'metadata'>
  status: 'draft' | 'open'
  reason: 'subscription_create' | 'subscription_cycle'
  lines: { price: Price; quantity: number; description: string }[]
  total?: number
  /** The billed period, in seconds since 1970. */
  period: { start: number; end: number }
}

export function createInvoice(context: SandboxContext, needs: InvoiceOptions): Invoice {
  const { of, period, status } = needs
  const { currency, customer, id: subscription, metadata } = of
  const id = createId('in')
  const now = getCurrentSeconds(context)
  const isDraft = status === 'draft'
  const data = needs.lines.map(({ price, quantity, description }) => ({
    id: createId('il'),
    object: 'line_item',
    amount: price.unit_amount * quantity,
    currency,
    description: `${quantity} × ${description}`,
    invoice: id,
    period,
    pricing: {
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(price.unit_amount),
    },
    quantity,
    subscription,
  }))
  const subtotal = data.reduce((sum, line) => sum + line.amount, 0)
  const { total = subtotal } = needs
  return createObject(context, 'invoice', id, {
    customer,
    customer_email: findObject(context, 'customer', customer)?.email ?? null,
    currency,
    billing_reason: needs.reason,
    amount_paid: 0,
    amount_remaining: total,
    subtotal,
    total,
    auto_advance: true,
    attempted: false,
    attempt_count: 0,
    next_payment_attempt: null,
    period_start: period.start,
    period_end: period.end,
    status,
    automatically_finalizes_at: isDraft ? now + draftPeriod : null,
    status_transitions: { finalized_at: isDraft ? null : now },
    lines: { object: 'list', data, has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: { subscription_details: { subscription, metadata } },
  })
}

export function finaliseInvoice(context: SandboxContext, draft: Invoice): Invoice {
  const invoice: Invoice = {
    ...draft,
    status: 'open',
    automatically_finalizes_at: null,
    // Anybody with the URL can pay the invoice. The id in it is random, so the URL cannot be guessed.
    hosted_invoice_url: `${context.url}/invoice/${draft.id}`,
    status_transitions: { ...draft.status_transitions, finalized_at: getCurrentSeconds(context) },
  }
  return saveObject(context, invoice, 'invoice.finalized')
}

export function voidInvoice(context: SandboxContext, invoice: Invoice): Invoice {
  const status_transitions = {
    ...invoice.status_transitions,
    voided_at: getCurrentSeconds(context),
  }
  const rest = { auto_advance: false, automatically_finalizes_at: null, status_transitions }
  return saveObject(context, { ...invoice, ...rest, status: 'void' as const }, 'invoice.voided')
}

export function listInvoices(
  context: SandboxContext,
  subscription: string,
  ...states: Invoice['status'][]
): Invoice[] {
  return context.store
    .all('invoice')
    .filter(
      ({ status, parent }) =>
        states.includes(status) && parent.subscription_details.subscription === subscription,
    )
}

/** Links a payment to its invoice, and marks the invoice as paid if the payment has succeeded. */
export function linkInvoicePayment(
  context: SandboxContext,
  invoice: Invoice,
  intent: PaymentIntent,
): Invoice {
  const isPaid = intent.status === 'succeeded'
  const now = getCurrentSeconds(context)
  saveObject(context, {
    ...(findInvoicePayment(context, invoice.id) ?? createObjectBase(context, createId('inpay'))),
    object: 'invoice_payment',
    invoice: invoice.id,
    amount_paid: isPaid ? invoice.total : null,
    amount_requested: invoice.total,
    currency: invoice.currency,
    status: isPaid ? 'paid' : 'open',
    status_transitions: { paid_at: isPaid ? now : null },
    payment: { type: 'payment_intent', payment_intent: intent.id },
  })
  if (!isPaid) return saveObject(context, invoice)
  return saveObject(context, {
    ...invoice,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
    status: 'paid',
    auto_advance: false,
    amount_paid: invoice.total,
    amount_remaining: 0,
    next_payment_attempt: null,
  })
}

export function findInvoicePayment(
  context: SandboxContext,
  invoice: string,
): InvoicePayment | undefined {
  return context.store.all('invoice_payment').find((one) => one.invoice === invoice)
}

const intentOutcomes = {
  succeeded: 'succeeded',
  failed: 'failed',
  unpaid: 'failed',
  action: 'requires_action',
} as const

export function chargeInvoice(
  context: SandboxContext,
  invoice: Invoice,
  outcome: keyof typeof intentOutcomes,
): Invoice {
  const { currency, customer, total: amount } = invoice
  const email = findObject(context, 'customer', customer)?.email ?? null
  const what = { amount, currency, customer, description: 'Subscription update', metadata: {} }
  const intent = createPayment(
    context,
    { ...what, payer: { email, name: null } },
    intentOutcomes[outcome],
    findInvoicePayment(context, invoice.id)?.payment.payment_intent,
  )
  const tried = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 }
  return linkInvoicePayment(context, tried, intent)
}
