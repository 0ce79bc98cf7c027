/**
 * Something that is not the shop's backend answered: a Wi-Fi sign-in page, a proxy's error page, a cut-off body. It is handled
 * as a failed connection, hence a TypeError as `fetch` throws: nothing is known of the request, and it may be sent again.
 */
export class UnverifiedResponseError extends TypeError {
  override name = 'UnverifiedResponseError'

  constructor({ status, headers }: Response) {
    const type = headers.get('content-type')?.split(';')[0] || 'no content type'
    super(`No answer of the shop's backend: HTTP ${status}, ${type}`)
  }
}

/**
 * Passes on only what PostgREST, GoTrue, Storage or a function of the shop can have answered, embedded or hosted.
 * @throws UnverifiedResponseError for anything else, and what `send` throws
 */
export function createVerifiedFetch(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    const url = input instanceof Request ? input.url : String(input)
    const [, service = ''] = /\/(rest|auth|functions|storage)\/v1\//.exec(url) ?? []
    const isVerified = await isFromBackend(service, url, init?.method ?? 'GET', response)
    if (!isVerified) throw new UnverifiedResponseError(response)
    return response
  }
}

async function isFromBackend(
  service: string,
  url: string,
  method: string,
  response: Response,
): Promise<boolean> {
  const { headers, ok, redirected, status } = response
  const type = headers.get('content-type') ?? ''
  // None of these services redirects what a client calls.
  if (redirected) return false
  if (ok && service === 'storage' && method === 'GET') return !type.includes('html')
  const text = await response.clone().text()
  // PostgREST gives a range with every success; a server elsewhere may not expose it, but its CORS headers let it be read.
  const isRanged = service === 'rest' && (response.type === 'cors' || headers.has('content-range'))
  // A change of which no rows were asked for, or a count. A sign-out is the only other success without a body.
  if (ok && text === '') return (isRanged && method !== 'GET') || isSignOut(service, url, status)
  // A limit that a trigger has answered with by `response.status`, so that its note is kept.
  if (!ok && text === '') return service === 'rest' && headers.has('content-range')
  if (!type.includes('json')) return false
  const body = parse(text)
  if (!ok) return isRefusal(service, body)
  return service === 'rest' ? isRanged && body !== undefined : isResult(service, url, body)
}

const isSignOut = (service: string, url: string, status: number): boolean =>
  service === 'auth' && status === 204 && /\/logout\b/.test(url)

/** Undefined for what is no JSON, such as a part of it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sign-in answers with a session or an account where one was asked for, and otherwise with an object, or a list of them. */
function isResult(service: string, url: string, body: unknown): boolean {
  if (Array.isArray(body)) return service === 'storage' || /\/admin\//.test(url)
  if (!isObject(body) || typeof body['error'] === 'string') return false
  if (service === 'functions') return isFunctionResult(url, body)
  if (service !== 'auth') return true
  if (/\/token\?/.test(url)) return typeof body['access_token'] === 'string'
  return (
    !/\/(?:user|signup)\b/.test(url) || ['id', 'user', 'access_token'].some((key) => key in body)
  )
}

/**
 * A function returns one of these properties, or an empty object. A new function that returns another property adds its name here,
 * or its callers take every answer for a failed connection.
 */
function isFunctionResult(url: string, body: Record<string, unknown>): boolean {
  const isPayment = /\/(?:create-checkout|billing-portal)\b/.test(url)
  const names = isPayment
    ? ['url', 'session_id']
    : ['success', 'outcome', 'amount', 'isJoined', 'about']
  const isEmpty = Object.keys(body).length === 0
  return names.some((name) => name in body) || (isEmpty && !isPayment)
}

/** The forms of errors: PostgREST's and SQL's codes, GoTrue's, those of Storage, and those of the shop's functions. */
function isRefusal(service: string, body: unknown): boolean {
  if (!isObject(body)) return false
  const { code, error, error_code: olderCode, statusCode, success } = body
  if (service === 'rest') return matches(/^(?:PGRST\w*|[\dA-Z]{5})$/, code)
  if (service === 'auth') return [code, olderCode].some((name) => matches(/^[a-z]\w*$/, name))
  if (service === 'storage') return matches(/^\d{3}$/, statusCode) && typeof error === 'string'
  // Each refusal of a function lists products, most of them none; others, too, send a code with a message.
  return isObject(error)
    ? typeof error['code'] === 'string' && Array.isArray(error['products'])
    : success === false && typeof error === 'string'
}

const matches = (pattern: RegExp, value: unknown): boolean =>
  typeof value === 'string' && pattern.test(value)

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
