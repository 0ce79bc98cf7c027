import { createInvalidError, createMissingError } from './api-error.ts'
import { createMissingTransactions } from './balance.ts'
import { type SandboxContext, getObject } from './context.ts'
import type { FormObject } from './form-encoding.ts'
import type { ObjectKind, ObjectsByKind } from './objects.ts'
import {
  boolean,
  integer,
  list,
  object,
  oneOf,
  nullable,
  type Rule,
  text,
  unixTime,
} from './rules.ts'
import { hasEnded } from './subscriptions.ts'

/** A parameter that filters a list. `rule` parses the parameter, and `fits` returns true for objects that match. */
interface ListFilter {
  rule: Rule<unknown>
  fits: (one: never, wanted: never, context: SandboxContext) => boolean
}

interface ListDefinition {
  kind: ObjectKind
  /** The filters, by name of the parameter. A rule without `fits` selects objects whose field of that name equals the parameter. */
  filters?: Record<string, ListFilter | Rule<unknown>>
  /** The name of a filter whose value must be the id of an existing object; the filter is named after the kind of that object. */
  refers?: ObjectKind
  /** Runs before the list is read, for objects that are only created when they are needed. */
  prepare?: (context: SandboxContext) => void
}

function defineFilter<T, W>(
  rule: Rule<W>,
  fits: (one: T, wanted: W, context: SandboxContext) => boolean,
): ListFilter {
  return { rule, fits }
}

const id = text()
const timeRange = object({}, { gt: unixTime, gte: unixTime, lt: unixTime, lte: unixTime })
const created = defineFilter(
  timeRange,
  (one: { created: number }, { gt = -1, gte = 0, lt = Infinity, lte = Infinity }) =>
    one.created > gt && one.created >= gte && one.created < lt && one.created <= lte,
)

const lists: Record<string, ListDefinition> = {
  products: { kind: 'product', filters: { created, active: boolean } },
  prices: {
    kind: 'price',
    filters: {
      active: boolean,
      product: id,
      lookup_keys: defineFilter(list(text(200), 10), (one: ObjectsByKind['price'], keys) =>
        keys.includes(one.lookup_key ?? ''),
      ),
    },
  },
  balance_transactions: {
    kind: 'balance_transaction',
    prepare: createMissingTransactions,
    filters: {
      created,
      currency: id,
      source: id,
      type: id,
      payout: defineFilter(
        id,
        (one: ObjectsByKind['balance_transaction'], wanted, { store }) =>
          store.get('settled', one.id)?.payout === wanted,
      ),
    },
  },
  payouts: { kind: 'payout', filters: { created, status: id } },
  shipping_rates: { kind: 'shipping_rate' },
  coupons: { kind: 'coupon' },
  promotion_codes: {
    kind: 'promotion_code',
    filters: {
      code: defineFilter(
        text(500),
        (one: ObjectsByKind['promotion_code'], code) =>
          one.code.toUpperCase() === code.toUpperCase(),
      ),
    },
  },
  customers: { kind: 'customer' },
  payment_intents: { kind: 'payment_intent' },
  charges: { kind: 'charge' },
  disputes: { kind: 'dispute', filters: { created, charge: id, payment_intent: id } },
  refunds: {
    kind: 'refund',
    filters: { created, charge: id, payment_intent: id },
    refers: 'payment_intent',
  },
  subscriptions: {
    kind: 'subscription',
    filters: {
      customer: id,
      // Ended subscriptions are not listed by default, but with `status` set to `ended`, `all` or their own status.
      status: defineFilter(nullable(text()), (one: ObjectsByKind['subscription'], status) =>
        status === null || status === 'ended'
          ? hasEnded(one) === (status === 'ended')
          : status === 'all' || one.status === status,
      ),
    },
  },
  invoices: {
    kind: 'invoice',
    filters: {
      status: text(),
      subscription: defineFilter(
        id,
        ({ parent }: ObjectsByKind['invoice'], wanted) =>
          parent.subscription_details.subscription === wanted,
      ),
    },
  },
  invoice_payments: {
    kind: 'invoice_payment',
    filters: {
      invoice: id,
      status: text(),
      payment: defineFilter(
        object({ type: oneOf('payment_intent'), payment_intent: id }, {}),
        (one: ObjectsByKind['invoice_payment'], wanted) =>
          one.payment.payment_intent === wanted.payment_intent,
      ),
    },
  },
  events: { kind: 'event', filters: { type: id } },
  webhook_endpoints: { kind: 'webhook_endpoint' },
  'checkout/sessions': {
    kind: 'session',
    filters: { subscription: id, status: text() },
  },
  'billing_portal/configurations': {
    kind: 'billing_portal.configuration',
    filters: { active: boolean },
  },
}

const pagingRules = { limit: integer(1, 100), starting_after: id, ending_before: id }
export const pagingParams = object({}, pagingRules)

interface PagingParams {
  limit?: number
  starting_after?: string
  ending_before?: string
}

export function findListDefinition(path: string): ListDefinition | undefined {
  return Object.hasOwn(lists, path) ? lists[path] : undefined
}

/** Returns a page of a list, newest objects first. @throws ApiError for an invalid parameter */
export function getListPage(
  context: SandboxContext,
  path: string,
  { kind, filters = {}, refers, prepare }: ListDefinition,
  form: FormObject,
): object {
  const rules = Object.entries(filters).map(([name, one]) => [name, 'rule' in one ? one.rule : one])
  const rule = object({}, { ...pagingRules, ...Object.fromEntries(rules) })
  const params = rule(form, '') as PagingParams & Record<string, unknown>
  if (refers !== undefined && refers in params)
    getObject(context, refers, String(params[refers]), refers)
  prepare?.(context)
  const fits = (one: object): boolean =>
    Object.entries(filters).every(([name, filter]) => {
      const wanted = params[name]
      if (wanted === undefined) return true
      if ('fits' in filter) return filter.fits(one as never, wanted as never, context)
      return (one as Record<string, unknown>)[name] === wanted
    })
  return paginate(`/v1/${path}`, kind, listObjects(context, kind), params, fits)
}

function listObjects(context: SandboxContext, kind: ObjectKind): { id: string }[] {
  return context.store
    .all(kind)
    .map((one) => ('session' in one ? one.session : one))
    .flatMap((one) => ('id' in one && !('deleted' in one) ? one : []))
}

/**
 * Returns a page of the objects in `all`.
 * @throws ApiError when the object of `starting_after` or `ending_before` does not exist
 */
export function paginate<T extends { id: string }>(
  url: string,
  kind: string,
  all: T[],
  { limit = 10, starting_after: after, ending_before: before }: PagingParams,
  fits: (one: T) => boolean = () => true,
): object {
  if (after !== undefined && before !== undefined)
    throw createInvalidError(
      'You may only specify one of these parameters: ending_before, starting_after.',
      'ending_before',
      'parameters_exclusive',
    )
  const placeOf = (id: string, param: string): number => {
    const place = all.findIndex((one) => one.id === id)
    if (place === -1) throw createMissingError(kind, id, param)
    return place
  }
  const range =
    before === undefined
      ? all.slice(after === undefined ? 0 : placeOf(after, 'starting_after') + 1)
      : all.slice(0, placeOf(before, 'ending_before'))
  const fitting = range.filter(fits)
  const data = before === undefined ? fitting.slice(0, limit) : fitting.slice(-limit)
  return { object: 'list', url, data, has_more: fitting.length > limit }
}
