import { accountEndpoints } from './account.ts'
import { ApiError, createMissingError } from './api-error.ts'
import { defineEndpointWithoutParams, type Endpoint, type Endpoints } from './endpoints.ts'
import { withDefaults } from './with-defaults.ts'
import type { SandboxContext } from './context.ts'
import { couponEndpoints, productEndpoints } from './products.ts'
import { createExpander } from './expand.ts'
import type { FormObject } from './form-encoding.ts'
import { getListPage, findListDefinition } from './lists.ts'
import type { ObjectKind } from './objects.ts'
import { refundEndpoints } from './charges.ts'
import { list, text } from './rules.ts'
import { sessionEndpoints } from './sessions.ts'
import { subscriptionEndpoints } from './renewals.ts'

const endpoints: Endpoints = {
  ...accountEndpoints,
  ...couponEndpoints,
  ...productEndpoints,
  ...refundEndpoints,
  ...sessionEndpoints,
  ...subscriptionEndpoints,
}

const expandRule = list(text())

/** Runs an API request and returns the response's object. @param path the part after /v1/ @throws ApiError for a refused request */
export async function routeRequest(
  context: SandboxContext,
  method: string,
  path: string,
  { expand: wanted, ...form }: FormObject,
): Promise<unknown> {
  const [found, id] = findEndpoint(method, path)
  const expand = createExpander(
    found.gives,
    wanted === undefined ? [] : expandRule(wanted, 'expand'),
  )
  return withDefaults(expand(context, await found.answer(context, form, id)))
}

function findEndpoint(method: string, path: string): [Endpoint, string] {
  const parts = path.split('/')
  const named = ['checkout', 'billing_portal'].includes(parts[0] ?? '') ? 2 : 1
  const id = parts[named] ?? ''
  const pattern = parts.map((part, index) => (index === named ? ':id' : part)).join('/')
  const name = `${method} ${pattern}`
  const known = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined
  if (known !== undefined) return [known, id]
  const listed = method === 'GET' ? findListDefinition(parts.slice(0, named).join('/')) : undefined
  if (listed === undefined || parts.length > named + 1)
    throw new ApiError(404, `Unrecognized request URL (${method}: /v1/${path}).`)
  const { kind } = listed
  const given = kind === 'session' ? 'checkout.session' : kind
  if (parts.length === named + 1)
    return [defineEndpointWithoutParams(given, (context) => retrieve(context, kind, id)), id]
  return [
    { gives: [given], answer: (context, form) => getListPage(context, path, listed, form) },
    '',
  ]
}

/**
 * Returns a stored object. A deleted customer is returned with `deleted: true`, as the provider does.
 * @throws ApiError when there is none
 */
function retrieve(context: SandboxContext, kind: ObjectKind, id: string): object {
  const found = context.store.get(kind, id)
  if (found === null) throw createMissingError(kind, id)
  return found
}
