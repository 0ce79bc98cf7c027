import {
  createCoupon,
  createCustomer,
  createEndpoint,
  createPromotionCode,
  createShippingRate,
  removeCoupon,
  removeCustomer,
  removeEndpoint,
  updateEndpoint,
  updatePromotionCode,
  updateShippingRate,
} from './account.ts'
import { ApiError, noSuch } from './api-error.ts'
import { complete } from './complete.ts'
import type { Context } from './context.ts'
import { expand, type Gives, readPaths } from './expand.ts'
import type { FormObject } from './form.ts'
import { answerList, listedAt, page, pageRule } from './lists.ts'
import * as account from './parameters/account.ts'
import * as billing from './parameters/billing.ts'
import * as checkout from './parameters/checkout.ts'
import { createConfiguration, createPortalSession } from './portal-api.ts'
import { createPrice, createProduct, updatePrice, updateProduct } from './products.ts'
import { createRefund } from './refunds.ts'
import { list, object, type Rule, text } from './rules.ts'
import { createSession, expireSession, findSession } from './sessions.ts'
import { cancelSubscription, updateSubscription } from './subscription-changes.ts'

type Answer = object | Promise<object>

/** A call of the API: what it answers, and how, with the parameters that are left when `expand` is taken out. */
interface Call {
  gives: Gives
  answer: (context: Context, form: FormObject, id: string) => Answer
}

function call<T>(
  gives: Gives,
  rule: Rule<T>,
  answer: (context: Context, params: T, id: string) => Answer,
): Call {
  return { gives, answer: (context, form, id) => answer(context, rule(form, ''), id) }
}

const nothing = object({}, {})
const sessions = 'checkout.session'
const portalConfigurations = 'portal_configuration'

/** The calls of the API that the sandbox speaks, by method and path, beside those that list and retrieve. */
const calls: Record<string, Call> = {
  'POST checkout/sessions': call(sessions, checkout.sessionCreate, createSession),
  'GET checkout/sessions/:id': call(
    sessions,
    nothing,
    (context, _, id) => findSession(context, id).session,
  ),
  'POST checkout/sessions/:id/expire': call(sessions, nothing, (context, _, id) =>
    expireSession(context, id),
  ),
  'GET checkout/sessions/:id/line_items': call(['item'], pageRule, (context, params, id) =>
    page(`/v1/checkout/sessions/${id}/line_items`, 'item', findSession(context, id).lines, params),
  ),
  'POST products': call('product', account.productCreate, createProduct),
  'POST products/:id': call('product', account.productUpdate, updateProduct),
  'POST prices': call('price', account.priceCreate, createPrice),
  'POST prices/:id': call('price', account.priceUpdate, updatePrice),
  'POST shipping_rates': call('shipping_rate', account.rateCreate, createShippingRate),
  'POST shipping_rates/:id': call('shipping_rate', account.rateUpdate, updateShippingRate),
  'POST coupons': call('coupon', account.couponCreate, createCoupon),
  'DELETE coupons/:id': call('coupon', nothing, (context, _, id) => removeCoupon(context, id)),
  'POST promotion_codes': call('promotion_code', account.codeCreate, createPromotionCode),
  'POST promotion_codes/:id': call('promotion_code', account.codeUpdate, updatePromotionCode),
  'POST customers': call('customer', account.customerCreate, createCustomer),
  'DELETE customers/:id': call('customer', nothing, (context, _, id) =>
    removeCustomer(context, id),
  ),
  'POST refunds': call('refund', checkout.refundCreate, createRefund),
  'POST subscriptions/:id': call('subscription', billing.subscriptionUpdate, updateSubscription),
  'DELETE subscriptions/:id': call('subscription', nothing, (context, _, id) =>
    cancelSubscription(context, id),
  ),
  'POST billing_portal/sessions': call(
    'billing_portal.session',
    billing.portalSessionCreate,
    createPortalSession,
  ),
  'POST billing_portal/configurations': call(
    portalConfigurations,
    billing.configurationCreate,
    createConfiguration,
  ),
  'POST webhook_endpoints': call('webhook_endpoint', account.endpointCreate, createEndpoint),
  'POST webhook_endpoints/:id': call('webhook_endpoint', account.endpointUpdate, updateEndpoint),
  'DELETE webhook_endpoints/:id': call('webhook_endpoint', nothing, (context, _, id) =>
    removeEndpoint(context, id),
  ),
}

const paths = list(text())

/**
 * Answers a call. `path` is what follows /v1/.
 * @throws ApiError
 */
export async function route(
  context: Context,
  method: string,
  path: string,
  { expand: wanted, ...form }: FormObject,
): Promise<unknown> {
  const [found, id] = find(method, path)
  const steps = readPaths(found.gives, wanted === undefined ? [] : paths(wanted, 'expand'))
  const answer = await found.answer(context, form, id)
  return complete(expand(context, answer, steps))
}

function find(method: string, path: string): [Call, string] {
  const parts = path.split('/')
  const named = ['checkout', 'billing_portal'].includes(parts[0] ?? '') ? 2 : 1
  const id = parts[named] ?? ''
  const pattern = parts.map((part, index) => (index === named ? ':id' : part)).join('/')
  const name = `${method} ${pattern}`
  const known = Object.hasOwn(calls, name) ? calls[name] : undefined
  if (known !== undefined) return [known, id]
  const kind = listedAt(parts.slice(0, named).join('/'))
  if (method === 'GET' && kind !== undefined && parts.length === named)
    return [
      { gives: [givenFor(kind)], answer: (context, form) => answerList(context, path, form) },
      '',
    ]
  if (method === 'GET' && kind !== undefined && parts.length === named + 1)
    return [call(givenFor(kind), nothing, (context) => retrieve(context, kind, id)), id]
  throw new ApiError(404, `Unrecognized request URL (${method}: /v1/${path}).`)
}

function givenFor(kind: string): string {
  return kind === 'session' ? sessions : kind
}

/** Also what was deleted, as far as it left a trace. */
function retrieve(context: Context, kind: string, id: string): object {
  const found = context.store.get<object>(kind, id)
  if (found === null) throw noSuch(kind, id)
  return found
}
