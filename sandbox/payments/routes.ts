import { ApiError, noSuch } from './api-error.ts'
import {
  createCoupon,
  createCustomer,
  createPromotionCode,
  createShippingRate,
  updateShippingRate,
} from './account.ts'
import type { Context } from './context.ts'
import type { FormObject } from './form.ts'
import { type ListParams, listFields, page } from './lists.ts'
import type { InvoicePayment, Price, PromotionCode } from './objects.ts'
import type { KeptSession } from './session-objects.ts'
import { createPrice, createProduct, updatePrice, updateProduct } from './products.ts'
import { createConfiguration, createPortalSession, listConfigurations } from './portal-api.ts'
import { createRefund } from './refunds.ts'
import { boolean, check, list, metadata, object, oneOf, text } from './rules.ts'
import { createSession, expireSession, findSession } from './sessions.ts'
import {
  cancelSubscription,
  listInvoices,
  listSubscriptions,
  updateSubscription,
} from './subscription-changes.ts'

type Answer = object | Promise<object>
type Route = (context: Context, form: FormObject, id: string) => Answer

const nothing = object({ expand: list(text()) })

/** Kinds that are retrieved and listed by nothing but their id and age. */
const plain: Record<string, string> = {
  products: 'product',
  shipping_rates: 'shipping_rate',
  coupons: 'coupon',
  customers: 'customer',
  payment_intents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  subscriptions: 'subscription',
  invoices: 'invoice',
  events: 'event',
  prices: 'price',
  promotion_codes: 'promotion_code',
}

/** The calls of the API that the sandbox speaks, by method and path with `:id`. */
const routes: Record<string, Route> = {
  'POST checkout/sessions': (context, form) => createSession(context, form),
  'GET checkout/sessions': listSessions,
  'GET checkout/sessions/:id': (context, _form, id) => findSession(context, id).session,
  'POST checkout/sessions/:id/expire': (context, form, id) => {
    check(nothing, form)
    return expireSession(context, id)
  },
  'GET checkout/sessions/:id/line_items': (context, form, id) =>
    page(
      `/v1/checkout/sessions/${id}/line_items`,
      findSession(context, id).lines,
      check<ListParams>(object(listFields), form),
    ),
  'POST products': (context, form) => createProduct(context, form),
  'POST products/:id': (context, form, id) => updateProduct(context, id, form),
  'POST prices': (context, form) => createPrice(context, form),
  'POST prices/:id': (context, form, id) => updatePrice(context, id, form),
  'GET prices': listPrices,
  'POST shipping_rates': (context, form) => createShippingRate(context, form),
  'POST shipping_rates/:id': (context, form, id) => updateShippingRate(context, id, form),
  'POST coupons': (context, form) => createCoupon(context, form),
  'POST promotion_codes': (context, form) => createPromotionCode(context, form),
  'GET promotion_codes': listPromotionCodes,
  'POST customers': (context, form) => createCustomer(context, form),
  'POST refunds': (context, form) => createRefund(context, form),
  'GET subscriptions': listSubscriptions,
  'POST subscriptions/:id': (context, form, id) => updateSubscription(context, id, form),
  'DELETE subscriptions/:id': (context, form, id) => cancelSubscription(context, id, form),
  'GET invoices': listInvoices,
  'POST billing_portal/sessions': (context, form) => createPortalSession(context, form),
  'POST billing_portal/configurations': (context, form) => createConfiguration(context, form),
  'GET billing_portal/configurations': listConfigurations,
  'GET invoice_payments': listInvoicePayments,
}

/**
 * Answers a call. `path` is what follows /v1/.
 * @throws ApiError
 */
export function route(context: Context, method: string, path: string, form: FormObject): Answer {
  const parts = path.split('/')
  const named = ['checkout', 'billing_portal'].includes(parts[0] ?? '') ? 2 : 1
  const id = parts[named] ?? ''
  const pattern = parts.map((part, index) => (index === named ? ':id' : part)).join('/')
  const found = routes[`${method} ${pattern}`]
  if (found !== undefined) return found(context, form, id)
  const kind = Object.hasOwn(plain, parts[0] ?? '') ? plain[parts[0] ?? ''] : undefined
  if (method === 'GET' && kind !== undefined && parts.length === 2)
    return retrieve(context, kind, id)
  if (method === 'GET' && kind !== undefined && parts.length === 1)
    return page(
      `/v1/${path}`,
      context.store.all<{ id: string }>(kind),
      check<ListParams>(object({ ...listFields, active: boolean }), form),
    )
  throw new ApiError(404, `Unrecognized request URL (${method}: /v1/${path}).`)
}

function retrieve(context: Context, kind: string, id: string): object {
  const found = context.store.get<object>(kind, id)
  if (found === null) throw noSuch(kind, id)
  return found
}

function listSessions(context: Context, form: FormObject): object {
  const rule = object({
    ...listFields,
    payment_intent: text(),
    subscription: text(),
    status: oneOf('open', 'complete', 'expired'),
  })
  const params = check<
    ListParams & { payment_intent?: string; subscription?: string; status?: string }
  >(rule, form)
  const sessions = context.store.all<KeptSession>('session').map((kept) => kept.session)
  const matches = sessions.filter(
    (one) =>
      (params.payment_intent ?? one.payment_intent) === one.payment_intent &&
      (params.subscription ?? one.subscription) === one.subscription &&
      (params.status ?? one.status) === one.status,
  )
  return page('/v1/checkout/sessions', matches, params)
}

function listPrices(context: Context, form: FormObject): object {
  const rule = object({
    ...listFields,
    lookup_keys: list(text(200), 10),
    product: text(255),
    active: boolean,
  })
  const params = check<ListParams & { lookup_keys?: string[]; product?: string; active?: boolean }>(
    rule,
    form,
  )
  const matches = context.store
    .all<Price>('price')
    .filter(
      (price) =>
        (params.lookup_keys?.includes(price.lookup_key ?? '') ?? true) &&
        (params.product ?? price.product) === price.product &&
        (params.active ?? price.active) === price.active,
    )
  return page('/v1/prices', matches, params)
}

function listPromotionCodes(context: Context, form: FormObject): object {
  const rule = object({
    ...listFields,
    code: text(500),
    coupon: text(200),
    active: boolean,
    metadata,
  })
  const params = check<ListParams & { code?: string; coupon?: string; active?: boolean }>(
    rule,
    form,
  )
  const matches = context.store
    .all<PromotionCode>('promotion_code')
    .filter(
      (one) =>
        (params.code?.toUpperCase() ?? one.code.toUpperCase()) === one.code.toUpperCase() &&
        (params.coupon ?? one.promotion.coupon) === one.promotion.coupon &&
        (params.active ?? one.active) === one.active,
    )
  return page('/v1/promotion_codes', matches, params)
}

function listInvoicePayments(context: Context, form: FormObject): object {
  const payment = object({ type: oneOf('payment_intent'), payment_intent: text(255) }, 'type')
  const rule = object({
    ...listFields,
    invoice: text(255),
    payment,
    status: oneOf('open', 'paid', 'canceled'),
  })
  const params = check<ListParams & { invoice?: string; payment?: { payment_intent?: string } }>(
    rule,
    form,
  )
  const wanted = params.payment?.payment_intent
  const matches = context.store
    .all<InvoicePayment>('invoice_payment')
    .filter(
      (one) =>
        (params.invoice ?? one.invoice) === one.invoice &&
        (wanted ?? one.payment.payment_intent) === one.payment.payment_intent,
    )
  return page('/v1/invoice_payments', matches, params)
}
