import { invalid, noSuch } from './api-error.ts'
import type { Invoice, InvoicePayment, Subscription } from './billing-objects.ts'
import { type Context, existing } from './context.ts'
import type { FormValue } from './form.ts'
import type { Event, Price, PromotionCode } from './objects.ts'
import { boolean, integer, list, object, oneOf, type Rule, text, time } from './rules.ts'
import type { KeptSession } from './session-objects.ts'
import { isOver } from './subscriptions.ts'

/** A parameter that a list can be narrowed by: how it is read, and whether an object fits what was read. */
interface Filter<T> {
  rule: Rule<unknown>
  fits: (one: T, wanted: never) => boolean
  /** The kind of which there has to be what it names. */
  refers?: string
}

function filter<T, W>(rule: Rule<W>, fits: (one: T, wanted: W) => boolean): Filter<T> {
  return { rule, fits }
}

const id = text()
const range = object({}, { gt: time, gte: time, lt: time, lte: time })

/** When something was made: a time, or from when to when. */
const created = filter(
  (sent: FormValue, param): { gt?: number; gte?: number; lt?: number; lte?: number } => {
    if (typeof sent !== 'string') return range(sent, param)
    const exactly = time(sent, param)
    return { gte: exactly, lte: exactly }
  },
  (one: { created: number }, { gt = -1, gte = 0, lt = Infinity, lte = Infinity }) =>
    one.created > gt && one.created >= gte && one.created < lt && one.created <= lte,
)

/** The field of the same name is what was asked for. */
function same<Name extends string, W>(
  name: Name,
  rule: Rule<W>,
): Record<Name, Filter<Record<Name, unknown>>> {
  const one = filter<Record<Name, unknown>, W>(rule, (object, wanted) => object[name] === wanted)
  return { [name]: one } as Record<Name, Filter<Record<Name, unknown>>>
}

function referring<T>(
  filters: Record<string, Filter<T>>,
  refers: string,
): Record<string, Filter<T>> {
  const all = Object.entries(filters).map(([name, one]) => [name, { ...one, refers }] as const)
  return Object.fromEntries(all)
}

interface List {
  /** As the store and the provider's messages call it. */
  kind: string
  filters: Record<string, Filter<never>>
  /** What is listed when the filter of this name is not sent. */
  unless?: { filter: string; fits: (one: never) => boolean }
}

const active = same('active', boolean)
const customer = same('customer', id)
/** What a payment, or its charge, is for. */
const ofPayment = referring(same('payment_intent', id), 'payment_intent')
const ofCharge = referring(same('charge', id), 'charge')

const subscriptionStatus = oneOf(
  ...(['all', 'ended', 'active', 'canceled', 'incomplete', 'incomplete_expired'] as const),
  ...(['past_due', 'paused', 'trialing', 'unpaid'] as const),
)

/** GET /v1/…: what can be listed, and by which parameters beside those that every list takes. */
const lists: Record<string, List> = {
  products: {
    kind: 'product',
    filters: {
      created,
      ...active,
      ids: filter(list(id), (one: { id: string }, ids) => ids.includes(one.id)),
    },
  },
  prices: {
    kind: 'price',
    filters: {
      created,
      ...active,
      ...same('product', id),
      lookup_keys: filter(list(text(200), 10), (one: Price, keys) =>
        keys.includes(one.lookup_key ?? ''),
      ),
    },
  },
  shipping_rates: { kind: 'shipping_rate', filters: { created, ...active } },
  coupons: { kind: 'coupon', filters: { created } },
  promotion_codes: {
    kind: 'promotion_code',
    filters: {
      created,
      ...active,
      ...customer,
      code: filter(
        text(500),
        (one: PromotionCode, code) => one.code.toUpperCase() === code.toUpperCase(),
      ),
      coupon: filter(id, (one: PromotionCode, coupon) => one.promotion.coupon === coupon),
    },
  },
  customers: { kind: 'customer', filters: { created, ...same('email', text(512)) } },
  payment_intents: { kind: 'payment_intent', filters: { created, ...customer } },
  charges: { kind: 'charge', filters: { created, ...customer, ...ofPayment } },
  refunds: { kind: 'refund', filters: { created, ...ofCharge, ...ofPayment } },
  subscriptions: {
    kind: 'subscription',
    filters: {
      created,
      ...customer,
      status: filter(subscriptionStatus, (one: Subscription, status) =>
        status === 'ended' ? isOver(one) : status === 'all' || one.status === status,
      ),
    },
    unless: { filter: 'status', fits: (one: Subscription) => !isOver(one) },
  },
  invoices: {
    kind: 'invoice',
    filters: {
      created,
      ...customer,
      ...same('status', oneOf('draft', 'open', 'paid', 'uncollectible', 'void')),
      subscription: filter(
        id,
        (one: Invoice, wanted) => one.parent.subscription_details.subscription === wanted,
      ),
    },
  },
  invoice_payments: {
    kind: 'invoice_payment',
    filters: {
      created,
      ...same('invoice', id),
      ...same('status', oneOf('open', 'paid', 'canceled')),
      payment: filter(
        object({ type: oneOf('payment_intent') }, { payment_intent: id }),
        (one: InvoicePayment, { payment_intent: wanted }) =>
          wanted === undefined || one.payment.payment_intent === wanted,
      ),
    },
  },
  events: {
    kind: 'event',
    filters: {
      created,
      ...same('type', text()),
      types: filter(list(text(), 20), (one: Event, types) => types.includes(one.type)),
    },
  },
  webhook_endpoints: { kind: 'webhook_endpoint', filters: {} },
  'checkout/sessions': {
    kind: 'session',
    filters: {
      created,
      ...customer,
      ...same('payment_intent', id),
      ...same('subscription', id),
      ...same('status', oneOf('open', 'complete', 'expired')),
    },
  },
  'billing_portal/configurations': {
    kind: 'portal_configuration',
    filters: { ...active, ...same('is_default', boolean) },
  },
}

/** The parameters that every list takes. */
const paging = { limit: integer(1, 100), starting_after: id, ending_before: id }
export const pageRule = object({}, paging)

interface Paging {
  limit?: number
  starting_after?: string
  ending_before?: string
}

/** What is listed under this path is of this kind; undefined when nothing is listed there. */
export function listedAt(path: string): string | undefined {
  return Object.hasOwn(lists, path) ? lists[path]?.kind : undefined
}

/**
 * GET /v1/…: the newest first.
 * @throws ApiError
 */
export function answerList(context: Context, path: string, form: FormValue): object {
  const { kind, filters, unless }: List = lists[path] ?? { kind: '', filters: {} }
  const rules = Object.entries(filters).map(([name, one]) => [name, one.rule])
  const rule = object({}, { ...paging, ...Object.fromEntries(rules) })
  const params = rule(form, '') as Paging & Record<string, unknown>
  for (const [name, { refers }] of Object.entries(filters))
    if (refers !== undefined && name in params)
      existing(context, refers, String(params[name]), name)
  const fits = (one: never): boolean =>
    (unless === undefined || unless.filter in params || unless.fits(one)) &&
    Object.entries(filters).every(
      ([name, filter]) => !(name in params) || filter.fits(one, params[name] as never),
    )
  return page(`/v1/${path}`, kind, allOf(context, kind), params, fits)
}

function allOf(context: Context, kind: string): { id: string }[] {
  if (kind === 'session') return context.store.all<KeptSession>(kind).map((kept) => kept.session)
  return context.store.all<{ id: string }>(kind).filter((one) => !('deleted' in one))
}

/**
 * A page of what fits, from or up to the object that is named.
 * @throws ApiError when there is no such object
 */
export function page<T extends { id: string }>(
  url: string,
  kind: string,
  all: T[],
  { limit = 10, starting_after: after, ending_before: before }: Paging,
  fits: (one: never) => boolean = () => true,
): object {
  if (after !== undefined && before !== undefined)
    throw invalid(
      'You may only specify one of these parameters: ending_before, starting_after.',
      'ending_before',
      'parameters_exclusive',
    )
  const placeOf = (id: string, param: string): number => {
    const place = all.findIndex((one) => one.id === id)
    if (place === -1) throw noSuch(kind, id, param)
    return place
  }
  const range =
    before === undefined
      ? all.slice(after === undefined ? 0 : placeOf(after, 'starting_after') + 1)
      : all.slice(0, placeOf(before, 'ending_before'))
  const fitting = range.filter((one) => fits(one as never))
  const data = before === undefined ? fitting.slice(0, limit) : fitting.slice(-limit)
  return { object: 'list', url, data, has_more: fitting.length > limit }
}
