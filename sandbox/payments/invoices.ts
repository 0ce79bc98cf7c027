import type { Invoice, InvoiceLine, InvoicePayment } from './billing-objects.ts'
import { type Context, seconds, stamped } from './context.ts'
import { newId } from './ids.ts'
import type { Charge, PaymentIntent, Price } from './objects.ts'

/** How long a draft can still be changed, in seconds. https://docs.stripe.com/invoicing/integration/workflow-transitions */
const draftTime = 60 * 60

export interface InvoiceNeeds {
  /** Drafts are made final later. */
  status: 'draft' | 'open'
  subscription: string
  metadata: Record<string, string>
  customer: string
  email: string | null
  currency: string
  reason: Invoice['billing_reason']
  lines: { price: Price; quantity: number; description: string; amount: number }[]
  total: number
  /** Seconds since 1970. */
  period: { start: number; end: number }
}

/** An invoice that nobody has paid yet. */
export function makeInvoice(context: Context, needs: InvoiceNeeds): Invoice {
  const { customer, currency, total, period, status } = needs
  const id = newId('in')
  const now = seconds(context)
  const isDraft = status === 'draft'
  const lines = needs.lines.map((line) => invoiceLine(id, line, needs))
  const invoice: Invoice = {
    ...stamped(context, id),
    object: 'invoice',
    customer,
    customer_email: needs.email,
    currency,
    billing_reason: needs.reason,
    collection_method: 'charge_automatically',
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    subtotal: lines.reduce((sum, line) => sum + line.amount, 0),
    total,
    auto_advance: true,
    attempted: false,
    attempt_count: 0,
    next_payment_attempt: null,
    period_start: period.start,
    period_end: period.end,
    status,
    automatically_finalizes_at: isDraft ? now + draftTime : null,
    status_transitions: {
      finalized_at: isDraft ? null : now,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    metadata: {},
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: needs.subscription, metadata: needs.metadata },
    },
  }
  context.store.put('invoice', id, invoice)
  return invoice
}

/** Makes a draft final, which is told. */
export function finalise(context: Context, draft: Invoice): Invoice {
  const invoice: Invoice = {
    ...draft,
    status: 'open',
    automatically_finalizes_at: null,
    status_transitions: { ...draft.status_transitions, finalized_at: seconds(context) },
  }
  context.store.put('invoice', invoice.id, invoice)
  context.notify('invoice.finalized', invoice)
  return invoice
}

/** The invoices of a subscription in these states, the newest first. */
export function invoicesOf(
  context: Context,
  subscription: string,
  ...states: Invoice['status'][]
): Invoice[] {
  return context.store
    .all<Invoice>('invoice')
    .filter(
      ({ status, parent }) =>
        states.includes(status) && parent.subscription_details.subscription === subscription,
    )
}

function invoiceLine(
  invoice: string,
  { price, quantity, description, amount }: InvoiceNeeds['lines'][number],
  { currency, period, subscription }: InvoiceNeeds,
): InvoiceLine {
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency,
    description: `${quantity} × ${description}`,
    invoice,
    livemode: false,
    metadata: {},
    period,
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(price.unit_amount),
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription,
    subtotal: amount,
  }
}

/** Notes by which payment an invoice is paid, or is going to be. */
export function linkPayment(context: Context, invoice: Invoice, intent: PaymentIntent): void {
  const known = paymentOfInvoice(context, invoice.id)
  const paid = intent.status === 'succeeded'
  const payment: InvoicePayment = {
    id: known?.id ?? newId('inpay'),
    object: 'invoice_payment',
    created: known?.created ?? seconds(context),
    livemode: false,
    invoice: invoice.id,
    amount_paid: paid ? invoice.total : null,
    amount_requested: invoice.total,
    currency: invoice.currency,
    is_default: true,
    status: paid ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: paid ? seconds(context) : null },
    payment: { type: 'payment_intent', payment_intent: intent.id },
  }
  context.store.put('invoice_payment', payment.id, payment)
}

/** The payment of an invoice. */
export function paymentOfInvoice(context: Context, invoice: string): InvoicePayment | null {
  return (
    context.store.all<InvoicePayment>('invoice_payment').find((one) => one.invoice === invoice) ??
    null
  )
}

/** One try to take the money of an open invoice with the customer's card. */
export function chargeInvoice(context: Context, invoice: Invoice, succeeded: boolean): Invoice {
  const intent = payingIntent(context, invoice, succeeded)
  const changed: Invoice = {
    ...invoice,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    ...(succeeded ? paidInFull(context, invoice) : {}),
  }
  context.store.put('invoice', invoice.id, changed)
  linkPayment(context, changed, intent)
  return changed
}

/** What changes in an invoice when its money is there. */
export function paidInFull(
  context: Context,
  invoice: Invoice,
): Pick<
  Invoice,
  | 'status'
  | 'status_transitions'
  | 'amount_paid'
  | 'amount_remaining'
  | 'auto_advance'
  | 'next_payment_attempt'
> {
  return {
    status_transitions: { ...invoice.status_transitions, paid_at: seconds(context) },
    status: 'paid',
    auto_advance: false,
    amount_paid: invoice.total,
    amount_remaining: 0,
    next_payment_attempt: null,
  }
}

function payingIntent(context: Context, invoice: Invoice, succeeded: boolean): PaymentIntent {
  const shared = {
    created: seconds(context),
    livemode: false,
    currency: invoice.currency,
    amount: invoice.total,
    customer: invoice.customer,
    description: 'Subscription update',
    metadata: {},
  } as const
  const known = paymentOfInvoice(context, invoice.id)?.payment.payment_intent
  const charge: Charge = {
    ...shared,
    id: newId('ch'),
    object: 'charge',
    amount_captured: succeeded ? invoice.total : 0,
    amount_refunded: 0,
    captured: succeeded,
    paid: succeeded,
    refunded: false,
    status: succeeded ? 'succeeded' : 'failed',
    payment_intent: known ?? newId('pi'),
    billing_details: {
      email: invoice.customer_email,
      name: null,
      phone: null,
      address: null,
      tax_id: null,
    },
  }
  const intent: PaymentIntent = {
    ...shared,
    id: charge.payment_intent,
    object: 'payment_intent',
    amount_received: charge.amount_captured,
    status: succeeded ? 'succeeded' : 'requires_payment_method',
    latest_charge: charge.id,
    last_payment_error: succeeded
      ? null
      : { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
  }
  context.store.put('charge', charge.id, charge)
  context.store.put('payment_intent', intent.id, intent)
  return intent
}
