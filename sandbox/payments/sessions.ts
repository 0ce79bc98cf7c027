import { ApiError, noSuch } from './api-error.ts'
import { type Context, existing, seconds, stamped, withMetadata } from './context.ts'
import { discountOf, findDiscount } from './discounts.ts'
import { newId } from './ids.ts'
import { findRate, type FoundRate, makeLines } from './lines.ts'
import type { SessionParams } from './parameters/checkout.ts'
import { checkCurrencies, checkLines, checkTogether, checkTotal } from './session-checks.ts'
import type { KeptSession, LineItem, Session } from './session-objects.ts'

const day = 24 * 60 * 60

/** POST /v1/checkout/sessions */
export async function createSession(context: Context, params: SessionParams): Promise<Session> {
  checkTogether(params, seconds(context))
  if (params.customer !== undefined) existing(context, 'customer', params.customer, 'customer')
  const mode = params.mode === 'subscription' ? 'subscription' : 'payment'
  const catalogue = await context.catalogue()
  const lines = makeLines(context, params.line_items, catalogue)
  checkLines(mode, lines)
  const rates = (params.shipping_options ?? []).map((option, index) =>
    findRate(context, catalogue, option.shipping_rate, `shipping_options[${index}][shipping_rate]`),
  )
  checkCurrencies(params.currency, lines, rates)
  const session = { ...newSession(context, params, mode), ...startSums(lines, rates) }
  const discount = params.discounts?.[0]
  if (discount !== undefined) {
    const found = findDiscount(context, discount, session)
    session.discounts = [{ coupon: found.coupon.id, promotion_code: found.code?.id ?? null }]
    Object.assign(session, sums(session, discountOf(found.coupon, session.amount_subtotal)))
  }
  checkTotal(session.amount_total, session.currency)
  const data = params.payment_intent_data ?? params.subscription_data
  const inner = {
    metadata: withMetadata({}, data?.metadata),
    description: data?.description ?? null,
  }
  context.store.together(() => {
    keep(context, { session, lines, inner })
    context.store.putJob({
      subject: session.id,
      due: session.expires_at * 1000,
      outcome: 'expired',
    })
  })
  return session
}

/** @throws ApiError when there is none; ends it first when its time is up. */
export function findSession(context: Context, id: string): KeptSession {
  const kept = context.store.get<KeptSession>('session', id)
  if (kept === null) throw noSuch('session', id)
  if (kept.session.status === 'open' && kept.session.expires_at <= seconds(context))
    return endSession(context, kept)
  return kept
}

/** POST /v1/checkout/sessions/:id/expire */
export function expireSession(context: Context, id: string): Session {
  const kept = findSession(context, id)
  if (kept.session.status !== 'open')
    throw new ApiError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${kept.session.status}\`.`,
    )
  return endSession(context, kept).session
}

export function keep(context: Context, kept: KeptSession): void {
  context.store.put('session', kept.session.id, kept)
}

/** The sums of a session with this discount, in pence. A discount is on the goods, never on the delivery. */
export function sums(
  session: Pick<Session, 'amount_subtotal' | 'shipping_cost'>,
  discount: number,
): Pick<Session, 'amount_total' | 'total_details'> {
  const shipping = session.shipping_cost?.amount_total ?? 0
  return {
    amount_total: session.amount_subtotal - discount + shipping,
    total_details: { amount_discount: discount, amount_shipping: shipping, amount_tax: 0 },
  }
}

function endSession(context: Context, kept: KeptSession): KeptSession {
  const ended: KeptSession = { ...kept, session: { ...kept.session, status: 'expired', url: null } }
  context.store.together(() => {
    keep(context, ended)
    context.store.dropJob(ended.session.id)
    context.notify('checkout.session.expired', ended.session)
  })
  return ended
}

type Sums = Pick<
  Session,
  | 'currency'
  | 'amount_subtotal'
  | 'amount_total'
  | 'total_details'
  | 'shipping_options'
  | 'shipping_cost'
>

/** The first way of delivery is chosen until the shopper picks another. */
function startSums(lines: LineItem[], rates: FoundRate[]): Sums {
  const first = rates[0]
  const shipping = {
    amount_subtotal: lines.reduce((sum, line) => sum + line.amount_subtotal, 0),
    shipping_cost:
      first === undefined
        ? null
        : {
            amount_subtotal: first.amount,
            amount_tax: 0 as const,
            amount_total: first.amount,
            shipping_rate: first.id,
          },
  }
  return {
    currency: lines[0]?.currency ?? 'gbp',
    shipping_options: rates.map((rate) => ({
      shipping_amount: rate.amount,
      shipping_rate: rate.id,
    })),
    ...shipping,
    ...sums(shipping, 0),
  }
}

function newSession(
  context: Context,
  params: SessionParams,
  mode: Session['mode'],
): Omit<Session, keyof Sums> {
  const id = newId('cs_test')
  return {
    ...stamped(context, id),
    object: 'checkout.session',
    mode,
    ui_mode: 'hosted_page',
    status: 'open',
    payment_status: 'unpaid',
    url: `${context.siteUrl}/sandbox/payments/pay/${id}`,
    success_url: params.success_url,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    metadata: withMetadata({}, params.metadata),
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    discounts: [],
    customer: params.customer ?? null,
    customer_email: params.customer_email ?? null,
    customer_details: null,
    collected_information: null,
    shipping_address_collection: params.shipping_address_collection ?? null,
    custom_fields: (params.custom_fields ?? []).map(({ key, label, optional, dropdown }) => ({
      key,
      label,
      optional: optional ?? false,
      type: 'dropdown',
      dropdown: { options: dropdown.options, value: null, default_value: null },
    })),
    custom_text: {
      submit: params.custom_text?.submit ?? null,
      shipping_address: null,
      after_submit: null,
      terms_of_service_acceptance: null,
    },
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? false },
    submit_type: params.submit_type ?? null,
    locale: params.locale ?? null,
    expires_at: params.expires_at ?? seconds(context) + day,
    payment_intent: null,
    subscription: null,
    invoice: null,
    payment_method_types: ['card'],
    consent: null,
    consent_collection: null,
  }
}
