import { ApiError } from './api-error.ts'
import type { SandboxContext } from './context.ts'
import type { ObjectKind } from './objects.ts'

export type ExpandableType = string | [string]

type ExpandableFields = Record<string, ObjectKind | readonly ObjectKind[] | 'items'>

/** Fields whose id can be expanded to an object, by kind of the object that has the field, with the kind of the expanded object. */
const expandable: Record<string, ExpandableFields> = {
  balance_transaction: { source: ['charge', 'refund', 'dispute', 'payout'] },
  'checkout.session': {
    customer: 'customer',
    line_items: 'items',
    payment_intent: 'payment_intent',
    'payment_intent.latest_charge': 'charge',
    'shipping_cost.shipping_rate': 'shipping_rate',
    subscription: 'subscription',
  },
  price: { product: 'product' },
  promotion_code: { customer: 'customer', 'promotion.coupon': 'coupon' },
  payment_intent: { latest_charge: 'charge' },
  refund: { charge: 'charge', payment_intent: 'payment_intent' },
  invoice_payment: { 'payment.payment_intent': 'payment_intent' },
  subscription: { customer: 'customer', latest_invoice: 'invoice' },
  invoice: { customer: 'customer', 'parent.subscription_details.subscription': 'subscription' },
}

/**
 * Checks the paths of the `expand` parameter at once, before the request has effects, and returns a function that expands these
 * fields of a response.
 * @throws ApiError for a path that cannot be expanded
 */
export function createExpander(
  gives: ExpandableType,
  paths: string[],
): (context: SandboxContext, answer: object) => object {
  const [kind, before] = typeof gives === 'string' ? [gives, ''] : [gives[0], 'data.']
  const places = expandable[kind] ?? {}
  const isKnown = (path: string): boolean =>
    path.startsWith(before) && Object.hasOwn(places, path.slice(before.length))
  const fault = paths.find((path) => !isKnown(path))
  if (fault !== undefined) {
    const hint = isKnown(`data.${fault}`)
      ? ` You may want to try expanding 'data.${fault}' instead.`
      : ''
    throw new ApiError(400, `This property cannot be expanded (${fault.slice(0, 100)}).${hint}`)
  }
  const ways = paths.map((path) => path.slice(before.length).split('.'))
  const tellOne = (context: SandboxContext, one: object): object =>
    ways.reduce((told, names) => tell(context, places, told, names), one)
  return (context, answer) =>
    'data' in answer && Array.isArray(answer.data) && before !== ''
      ? { ...answer, data: answer.data.map((one: object) => tellOne(context, one)) }
      : tellOne(context, answer)
}

function tell<T>(
  context: SandboxContext,
  places: ExpandableFields,
  value: T,
  names: string[],
  done = '',
): T {
  const [name, ...rest] = names
  if (typeof value !== 'object' || value === null || name === undefined) return value
  const here: unknown = Object.entries(value).find(([own]) => own === name)?.[1]
  const full = find(context, places[done + name], here, value)
  return { ...value, [name]: tell(context, places, full, rest, `${done}${name}.`) }
}

function find(
  context: SandboxContext,
  kind: ExpandableFields[string] | undefined,
  here: unknown,
  parent: object,
): unknown {
  if (kind === 'items') {
    // A session has no field with its line items, so they are read from the store.
    const id = 'id' in parent ? String(parent.id) : ''
    const url = `/v1/checkout/sessions/${id}/line_items`
    const data = context.store.get('session', id)?.lines
    return { object: 'list', data, has_more: false, url }
  }
  if (kind === undefined || typeof here !== 'string') return here
  const kinds = typeof kind === 'string' ? [kind] : kind
  return kinds.map((one) => context.store.get(one, here)).find((one) => one !== null) ?? here
}
