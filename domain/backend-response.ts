/**
 * The header of every response of the shop's functions and of its own server, with any status. A proxy or the sign-in page of a
 * Wi-Fi may send the same JSON, but not this header.
 */
export const markerHeader = 'x-shop-response'

type Body = Record<string, unknown>

/**
 * Returns true when PostgREST, GoTrue or Storage, embedded or hosted, or the shop itself can have sent the response. Refusals that
 * are sent before one of them is reached do not count, so that a queued change waits instead of being dropped: a page from before
 * the keys were replaced has an unknown API key until it is reloaded, and no form can fill a body (413) or headers (431) so far.
 */
export async function isFromBackend(
  url: string,
  method: string,
  response: Response,
): Promise<boolean> {
  const { headers, ok, redirected, status } = response
  const [, service, path = ''] = /\/(rest|auth|storage)\/v1(\/[^?#]*)/.exec(url) ?? []
  const type = headers.get('content-type') ?? ''
  // These services never redirect a client's request.
  if (redirected) return false
  if (ok && service === 'storage' && method === 'GET')
    return status === 200 && /^(?:image|video)\//.test(type)
  const text = await response.clone().text()
  if (text === '') return canHaveNoBody(service, path, method, response)
  const body = type.includes('json') ? parseJson(text) : undefined
  if (body === undefined) return false
  if (service === 'rest') return ok ? isMarkedByRest(response) : isRestError(body)
  if (!isObject(body)) return false
  if (service === 'auth')
    return ok ? isAuthResult(`${method} ${path}`, body, response) : isAuthError(body, response)
  if (service === 'storage') return ok ? isString(body['Key']) : isStorageError(body)
  return headers.has(markerHeader)
}

/** Returns undefined for invalid JSON, such as a truncated body. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function canHaveNoBody(
  service: string | undefined,
  path: string,
  method: string,
  response: Response,
): boolean {
  const { headers, ok, status } = response
  if (service === 'auth') return status === 204 && path === '/logout' && isMarkedByAuth(response)
  if (service !== 'rest') return false
  // PostgREST sends no body for a mutation without returned rows and for a count. A trigger that reports an exceeded limit sets
  // `response.status` instead of raising an exception, which would roll back the row of its log.
  return ok ? isMarkedByRest(response) && method !== 'GET' : headers.has('content-range')
}

/**
 * PostgREST sends Content-Range with every success. A cross-origin server may not expose the header, but a response that has passed
 * the browser's CORS check comes from it.
 */
const isMarkedByRest = ({ headers, type }: Response): boolean =>
  type === 'cors' || headers.has('content-range')

/**
 * The embedded GoTrue sends its API version with every response. A hosted one is cross-origin, and its response has passed the CORS
 * check.
 */
const isMarkedByAuth = ({ headers, type }: Response): boolean =>
  type === 'cors' || isVersion(headers.get('x-supabase-api-version'))

/** The results that GoTrue documents, by method and path. https://github.com/supabase/auth/blob/master/openapi.yaml */
const authResults: [RegExp, (body: Body, response: Response) => boolean][] = [
  [/^POST \/(?:token|factors\/[^/]+\/verify)$/, isSession],
  // When two confirmations are required, the response to the first has only a message.
  [/^POST \/verify$/, (body, response) => isSession(body) || isMarkedByAuth(response)],
  [/^POST \/signup$/, (body) => isSession(body) || isUser(body)],
  [/^(?:GET|PUT) \/user$/, isUser],
  [/^(?:POST \/admin\/users|(?:GET|PUT) \/admin\/users\/[^/]+)$/, isUser],
  [/^POST \/factors$/, ({ id, type }) => isId(id) && isString(type)],
  [
    /^POST \/factors\/[^/]+\/challenge$/,
    ({ id, expires_at: expiresAt }) => isId(id) && isNumber(expiresAt),
  ],
  [/^DELETE \/factors\/[^/]+$/, ({ id }) => isId(id)],
]

/**
 * The results of other requests, such as a password recovery, are mostly empty objects, so that only the header identifies them.
 */
function isAuthResult(request: string, body: Body, response: Response): boolean {
  const [, isDocumented] = authResults.find(([pattern]) => pattern.test(request)) ?? []
  return isDocumented?.(body, response) ?? isMarkedByAuth(response)
}

function isSession(body: Body): boolean {
  const {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: expiresIn,
    user,
  } = body
  return (
    [accessToken, refreshToken].every(isNonEmptyString) &&
    isNumber(expiresIn) &&
    isObject(user) &&
    isUser(user)
  )
}

function isUser({ id, aud }: Body): boolean {
  return isId(id) && isString(aud)
}

/**
 * With the API version that auth-js requests, GoTrue sends the error's name in `code`, and exposes the version's header to other
 * origins. Without the version, it sends the status in `code` and the name in `error_code`.
 */
function isAuthError(body: Body, { headers, status }: Response): boolean {
  const { code, error_code: errorCode, message, msg } = body
  return isVersion(headers.get('x-supabase-api-version'))
    ? matches(/^[a-z]\w*$/, code) && isString(message)
    : code === status && matches(/^[a-z]\w*$/, errorCode) && isString(msg)
}

/** PostgREST errors always have these four properties. https://docs.postgrest.org/en/stable/references/errors.html */
function isRestError(body: unknown): boolean {
  if (!isObject(body)) return false
  const names = ['code', 'message', 'details', 'hint']
  const hasAllNames = Object.keys(body).length === 4 && names.every((name) => name in body)
  return (
    hasAllNames && matches(/^(?:PGRST\w*|[\dA-Z]{5})$/, body['code']) && isString(body['message'])
  )
}

const isStorageError = ({ statusCode, error, message }: Body): boolean =>
  matches(/^\d{3}$/, statusCode) && [error, message].every(isString)

const isVersion = (value: unknown): boolean => matches(/^\d{4}-\d{2}-\d{2}$/, value)

const isId = (value: unknown): boolean =>
  matches(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, value)

const isNumber = (value: unknown): value is number => typeof value === 'number'

const isString = (value: unknown): value is string => typeof value === 'string'

const isNonEmptyString = (value: unknown): boolean => isString(value) && value !== ''

const matches = (pattern: RegExp, value: unknown): boolean => isString(value) && pattern.test(value)

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
