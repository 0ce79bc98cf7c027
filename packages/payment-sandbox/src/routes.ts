import { accountCalls } from './account.ts'
import { ApiError, noSuch } from './api-error.ts'
import { bareCall, type Call, type Calls } from './calls.ts'
import { complete } from './complete.ts'
import type { Context } from './context.ts'
import { couponCalls, productCalls } from './products.ts'
import { expander } from './expand.ts'
import type { FormObject } from './form-encoding.ts'
import { answerList, listAt } from './lists.ts'
import type { Kind } from './objects.ts'
import { refundCalls } from './charges.ts'
import { list, text } from './rules.ts'
import { sessionCalls } from './sessions.ts'
import { subscriptionCalls } from './renewals.ts'

const calls: Calls = {
  ...accountCalls,
  ...couponCalls,
  ...productCalls,
  ...refundCalls,
  ...sessionCalls,
  ...subscriptionCalls,
}

const paths = list(text())

/** Answers an API request. @param path the part after /v1/ @throws ApiError */
export async function route(
  context: Context,
  method: string,
  path: string,
  { expand: wanted, ...form }: FormObject,
): Promise<unknown> {
  const [found, id] = find(method, path)
  const expand = expander(found.gives, wanted === undefined ? [] : paths(wanted, 'expand'))
  return complete(expand(context, await found.answer(context, form, id)))
}

function find(method: string, path: string): [Call, string] {
  const parts = path.split('/')
  const named = ['checkout', 'billing_portal'].includes(parts[0] ?? '') ? 2 : 1
  const id = parts[named] ?? ''
  const pattern = parts.map((part, index) => (index === named ? ':id' : part)).join('/')
  const name = `${method} ${pattern}`
  const known = Object.hasOwn(calls, name) ? calls[name] : undefined
  if (known !== undefined) return [known, id]
  const listed = method === 'GET' ? listAt(parts.slice(0, named).join('/')) : undefined
  if (listed === undefined || parts.length > named + 1)
    throw new ApiError(404, `Unrecognized request URL (${method}: /v1/${path}).`)
  const { kind } = listed
  const given = kind === 'session' ? 'checkout.session' : kind
  if (parts.length === named + 1)
    return [bareCall(given, (context) => retrieve(context, kind, id)), id]
  return [
    { gives: [given], answer: (context, form) => answerList(context, path, listed, form) },
    '',
  ]
}

/** Returns a stored object; deleted ones are returned with `deleted` if they left a trace. @throws ApiError if there is none */
function retrieve(context: Context, kind: Kind, id: string): object {
  const found = context.store.get(kind, id)
  if (found === null) throw noSuch(kind, id)
  return found
}
