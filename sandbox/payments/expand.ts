import { ApiError } from './api-error.ts'
import type { Context } from './context.ts'
import type { Kind } from './objects.ts'

/** A kind of object, or a list of one. */
export type Gives = string | [string]

/** By kind of object: where the id of another one stands that can be told in full, and under which kind that is kept. */
const expandable: Record<string, Record<string, Kind | 'items'>> = {
  'checkout.session': {
    customer: 'customer',
    line_items: 'items',
    payment_intent: 'payment_intent',
    'shipping_cost.shipping_rate': 'shipping_rate',
    subscription: 'subscription',
  },
  price: { product: 'product' },
  promotion_code: { customer: 'customer', 'promotion.coupon': 'coupon' },
  payment_intent: { latest_charge: 'charge' },
  refund: { charge: 'charge', payment_intent: 'payment_intent' },
  subscription: { customer: 'customer', latest_invoice: 'invoice' },
  invoice: { customer: 'customer', 'parent.subscription_details.subscription': 'subscription' },
}

/** One step of a path: where it leads, and what stands there. */
interface Step {
  names: string[]
  kind: Kind | 'items'
}

/**
 * Reads `expand[]`, before anything is done, for an answer of this kind.
 * @throws ApiError for what cannot be expanded
 */
export function readPaths(gives: Gives, paths: string[]): Step[][] {
  return paths.map((path) => {
    const names = path.split('.')
    const steps = typeof gives === 'string' ? stepsOf(gives, names) : stepsInList(gives[0], names)
    if (steps === null) {
      const isWithin = typeof gives !== 'string' && stepsOf(gives[0], names) !== null
      const hint = isWithin ? ` You may want to try expanding 'data.${path}' instead.` : ''
      throw new ApiError(400, `This property cannot be expanded (${path.slice(0, 100)}).${hint}`)
    }
    return steps
  })
}

function stepsInList(kind: string, [data, ...names]: string[]): Step[] | null {
  const steps = data === 'data' && names.length > 0 ? stepsOf(kind, names) : null
  const [first, ...rest] = steps ?? []
  return first === undefined ? null : [{ ...first, names: ['data', ...first.names] }, ...rest]
}

/** Null for a path that leads nowhere. */
function stepsOf(kind: string, names: string[]): Step[] | null {
  if (names.length === 0) return []
  const known = expandable[kind] ?? {}
  for (let length = names.length; length > 0; length -= 1) {
    const path = names.slice(0, length).join('.')
    const next = Object.hasOwn(known, path) ? known[path] : undefined
    const rest = next === undefined ? null : stepsOf(next, names.slice(length))
    if (next !== undefined && rest !== null)
      return [{ names: names.slice(0, length), kind: next }, ...rest]
  }
  return null
}

/** Puts objects in the place of their ids. */
export function expand(context: Context, answer: object, paths: Step[][]): unknown {
  return paths.reduce<unknown>((value, steps) => follow(context, value, steps), answer)
}

function follow(context: Context, value: unknown, [step, ...rest]: Step[]): unknown {
  if (step === undefined) return value
  return replaceAt(value, step.names, (here, parent) => {
    const found = find(context, step.kind, here, parent)
    return found === null ? here : follow(context, found, rest)
  })
}

function replaceAt(
  value: unknown,
  [name = '', ...deeper]: string[],
  change: (here: unknown, parent: object) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceAt(one, [name, ...deeper], change))
  if (typeof value !== 'object' || value === null) return value
  const here: unknown = (value as Record<string, unknown>)[name]
  const changed = deeper.length === 0 ? change(here, value) : replaceAt(here, deeper, change)
  return { ...value, [name]: changed }
}

function find(
  context: Context,
  kind: Kind | 'items',
  here: unknown,
  parent: object,
): object | null {
  if (typeof here === 'object') return here
  if (typeof here === 'string' && kind !== 'items') return context.store.get(kind, here)
  // The lines of a session are told only when they are asked for.
  const session = 'id' in parent ? String(parent.id) : ''
  const kept = context.store.get('session', session)
  const url = `/v1/checkout/sessions/${session}/line_items`
  return kept && { object: 'list', data: kept.lines, has_more: false, url }
}
