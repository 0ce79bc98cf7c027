import { ApiError, createMissingError } from './api-error.ts'
import { defineEndpointWithoutParams, defineEndpoint, type Endpoints } from './endpoints.ts'
import {
  type SandboxContext,
  secondsPerDay,
  getObject,
  createId,
  getCurrentSeconds,
  createObjectBase,
} from './context.ts'
import { calculateDiscount, findDiscount, type FoundDiscount } from './discounts.ts'
import { findShippingRate, type ShippingRateAmount, createLineItems } from './line-items.ts'
import { paginate, pagingParams } from './lists.ts'
import type { StoredSession, LineItem, Session } from './objects.ts'
import {
  checkCurrencies,
  checkLineItems,
  checkParamCombinations,
  checkSessionTotal,
} from './session-checks.ts'
import { sessionParams, type SessionParams, getReturnedParams } from './parameters.ts'

const sessionType = 'checkout.session'

export const sessionEndpoints: Endpoints = {
  'POST checkout/sessions': defineEndpoint(sessionType, sessionParams, createSession),
  'GET checkout/sessions/:id': defineEndpointWithoutParams(
    sessionType,
    (context, id) => findSession(context, id).session,
  ),
  'POST checkout/sessions/:id/expire': defineEndpointWithoutParams(sessionType, (context, id) => {
    const kept = findSession(context, id)
    if (kept.session.status === 'open') return expireSession(context, kept).session
    throw new ApiError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${kept.session.status}\`.`,
    )
  }),
  'GET checkout/sessions/:id/line_items': defineEndpoint(
    ['item'],
    pagingParams,
    (context, params, id) =>
      paginate(
        `/v1/checkout/sessions/${id}/line_items`,
        'item',
        findSession(context, id).lines,
        params,
      ),
  ),
}

async function createSession(context: SandboxContext, params: SessionParams): Promise<Session> {
  checkParamCombinations(params, getCurrentSeconds(context))
  if (params.customer !== null) getObject(context, 'customer', params.customer, 'customer')
  const catalogue = await context.catalogue()
  const lines = createLineItems(context, params.line_items, catalogue)
  checkLineItems(params.mode, lines)
  const rates = (params.shipping_options ?? []).map((option, index) =>
    findShippingRate(
      context,
      catalogue,
      option.shipping_rate,
      `shipping_options[${index}][shipping_rate]`,
    ),
  )
  checkCurrencies(params.currency, lines, rates)
  const full = buildSession(context, params, lines, rates)
  const discount = params.discounts?.[0]
  const session =
    discount === undefined ? full : applyDiscount(full, findDiscount(context, discount, full))
  checkSessionTotal(session.amount_total, session.currency)
  const { payment_intent_data: once, subscription_data: often } = params
  const inner = once ?? often ?? { metadata: {}, description: null }
  context.store.together(() => {
    saveSession(context, { session, lines, inner })
    context.store.putJob({
      subject: session.id,
      due: session.expires_at * 1000,
      outcome: 'expired',
    })
  })
  return session
}

/** Returns a Checkout session; one that has just expired is ended first. @throws ApiError when there is none */
export function findSession(context: SandboxContext, id: string): StoredSession {
  const kept = context.store.get('session', id)
  if (kept === null) throw createMissingError('session', id)
  const isOver =
    kept.session.status === 'open' && kept.session.expires_at <= getCurrentSeconds(context)
  return isOver ? expireSession(context, kept) : kept
}

export function saveSession(context: SandboxContext, kept: StoredSession, event?: string): void {
  context.store.put('session', kept.session.id, kept)
  if (event !== undefined) context.notify(event, kept.session)
}

function expireSession(context: SandboxContext, kept: StoredSession): StoredSession {
  const ended: StoredSession = {
    ...kept,
    session: { ...kept.session, status: 'expired', url: null },
  }
  context.store.together(() => {
    saveSession(context, ended, 'checkout.session.expired')
    context.store.dropJob(ended.session.id)
  })
  return ended
}

/** Returns the session with a discount, which reduces the price of the goods but never that of the delivery. */
export function applyDiscount(session: Session, { coupon, code }: FoundDiscount): Session {
  const off = calculateDiscount(coupon, session.amount_subtotal)
  const shipping = session.total_details.amount_shipping
  return {
    ...session,
    amount_total: session.amount_subtotal - off + shipping,
    total_details: { amount_discount: off, amount_shipping: shipping },
    discounts: [{ coupon: coupon.id, promotion_code: code?.id ?? null }],
  }
}

/** Creates a Checkout session, in which the first shipping rate is selected. */
function buildSession(
  context: SandboxContext,
  params: SessionParams,
  lines: LineItem[],
  rates: ShippingRateAmount[],
): Session {
  const id = createId('cs_test')
  const goods = lines.reduce((sum, line) => sum + line.amount_total, 0)
  const [rate] = rates
  return {
    ...createObjectBase(context, id),
    ...getReturnedParams(params),
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    url: `${context.url}/pay/${id}`,
    currency: lines[0]?.currency ?? 'gbp',
    amount_subtotal: goods,
    amount_total: goods + (rate?.amount ?? 0),
    total_details: { amount_discount: 0, amount_shipping: rate?.amount ?? 0 },
    discounts: [],
    customer_details: null,
    collected_information: null,
    shipping_options: rates.map(({ id, amount }) => ({
      shipping_amount: amount,
      shipping_rate: id,
    })),
    shipping_cost: rate ? { amount_total: rate.amount, shipping_rate: rate.id } : null,
    custom_fields: params.custom_fields.map((field) => ({
      ...field,
      dropdown: { options: field.dropdown.options, value: null, default_value: null },
    })),
    expires_at: params.expires_at ?? getCurrentSeconds(context) + secondsPerDay,
    payment_intent: null,
    subscription: null,
    invoice: null,
  }
}
