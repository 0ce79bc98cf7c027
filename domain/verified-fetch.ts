/**
 * The response does not come from the shop's backend but, for example, from a Wi-Fi sign-in page or a proxy, or it is cut off. It
 * is a TypeError, like a failed connection in `fetch`: the outcome of the request is unknown, and it may be sent again.
 */
export class UnverifiedResponseError extends TypeError {
  override name = 'UnverifiedResponseError'

  constructor({ status, headers }: Response) {
    const type = headers.get('content-type')?.split(';')[0] || 'no content type'
    super(`No answer of the shop's backend: HTTP ${status}, ${type}`)
  }
}

/**
 * The backend did not answer in time. It is handled like a failed connection: the request may have arrived, and may be sent again.
 */
export class TimeLimitError extends TypeError {
  override name = 'TimeLimitError'

  constructor(limitMs: number) {
    super(`No answer of the shop's backend in ${limitMs / 1000} s`)
  }
}

/**
 * Wraps `fetch` and returns only responses that PostgREST, GoTrue, Storage or a function of the shop can have sent, embedded or
 * hosted.
 * @throws UnverifiedResponseError for any other response, TimeLimitError when a response is not complete after `limitMs`, and
 * every error of `send`
 */
export function createVerifiedFetch(send: typeof fetch, limitMs?: number): typeof fetch {
  return (input, init) => {
    const { url, signal } = input instanceof Request ? input : { url: String(input), signal: null }
    const verify = async (limited: AbortSignal) => {
      const response = await send(input, { ...init, signal: limited })
      const [, service = ''] = /\/(rest|auth|functions|storage)\/v1\//.exec(url) ?? []
      const isVerified = await isFromBackend(service, url, init?.method ?? 'GET', response)
      if (!isVerified) throw new UnverifiedResponseError(response)
      return response
    }
    return limitTime(limitMs ?? getLimitMs(url), init?.signal ?? signal, verify)
  }
}

const isUploadOrExport =
  /\/storage\/v1\/|\/rpc\/desk_(?:accounts_csv|back_up|export_person|parcel_file|slips)\b|\/personal-data\//

/**
 * Returns a limit above the 8 s that the backend lets a request queue. Functions call the payment provider, some more than once,
 * and need longer.
 */
function getLimitMs(url: string): number {
  if (isUploadOrExport.test(url)) return 120_000
  return url.includes('/functions/v1/') ? 30_000 : 12_000
}

/**
 * Aborts the work after `limitMs`. Does not use `AbortSignal.any`, which the oldest supported browsers lack, and rejects even when
 * `work` ignores the signal.
 */
async function limitTime<Result>(
  limitMs: number,
  signal: AbortSignal | null,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  let timer: ReturnType<typeof setTimeout> | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new TimeLimitError(limitMs)
      reject(error)
      controller.abort(error)
    }, limitMs)
  })
  try {
    return await Promise.race([work(controller.signal), timedOut])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
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
  // These services never redirect a client's request.
  if (redirected) return false
  if (ok && service === 'storage' && method === 'GET') return !type.includes('html')
  const text = await response.clone().text()
  // PostgREST sends a Content-Range with every success. A server of another origin may not expose it, but its CORS headers prove
  // the source.
  const isRanged = service === 'rest' && (response.type === 'cors' || headers.has('content-range'))
  // A mutation without returned rows, or a count. The only other success without a body is a sign-out.
  if (ok && text === '') return (isRanged && method !== 'GET') || isSignOut(service, url, status)
  // A trigger reports an exceeded limit by `response.status` instead of an error, so that its log row is committed.
  if (!ok && text === '') return service === 'rest' && headers.has('content-range')
  if (!type.includes('json')) return false
  const body = parse(text)
  if (!ok) return isRefusal(service, body, response)
  return service === 'rest' ? isRanged && body !== undefined : isResult(service, url, body)
}

const isSignOut = (service: string, url: string, status: number): boolean =>
  service === 'auth' && status === 204 && /\/logout\b/.test(url)

/** Returns undefined for invalid JSON, such as a truncated body. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isResult(service: string, url: string, body: unknown): boolean {
  if (Array.isArray(body)) return service === 'storage' || /\/admin\//.test(url)
  if (!isObject(body) || typeof body['error'] === 'string') return false
  if (service === 'functions') return isFunctionResult(url, body)
  return service === 'storage' ? !isUpload.test(url) || 'Key' in body : isAuthResult(url, body)
}

const isUpload = /\/object\/(?!list\/|sign\/|upload\/|info\/|move$|copy$)/

/**
 * GoTrue returns a session, an account, a factor, a list of accounts or keys, an address, the id of a message, or an empty object.
 */
function isAuthResult(url: string, body: Record<string, unknown>): boolean {
  if (/\/token\?/.test(url)) return typeof body['access_token'] === 'string'
  const names = ['id', 'user', 'access_token', 'users', 'keys', 'url', 'message_id']
  const isEmpty = Object.keys(body).length === 0
  return names.some((name) => name in body) || (isEmpty && !/\/(?:user|signup)\b/.test(url))
}

/**
 * A function returns one of these properties. A new function that returns another property must add its name
 * here, or its callers treat every response as a failed connection.
 */
function isFunctionResult(url: string, body: Record<string, unknown>): boolean {
  const isPayment = /\/(?:create-checkout|billing-portal)\b/.test(url)
  const names = isPayment
    ? ['url', 'session_id']
    : ['success', 'outcome', 'amount', 'isJoined', 'about', 'do']
  return names.some((name) => name in body)
}

/** Returns true for the error formats of PostgREST, GoTrue, Storage and the shop's functions. */
function isRefusal(service: string, body: unknown, response: Response): boolean {
  if (!isObject(body)) return false
  const { error, success, statusCode } = body
  if (service === 'rest') return isRestError(body)
  if (service === 'auth') return isAuthError(body, response)
  if (service === 'storage')
    return matches(/^\d{3}$/, statusCode) && [error, body['message']].every(isText)
  // An error with a code also has a list of products, mostly empty, which distinguishes it from other servers' errors.
  return isObject(error)
    ? typeof error['code'] === 'string' && Array.isArray(error['products'])
    : success === false && typeof error === 'string'
}

/** PostgREST errors always have these four properties. https://docs.postgrest.org/en/stable/references/errors.html */
function isRestError(body: Record<string, unknown>): boolean {
  const names = ['code', 'message', 'details', 'hint']
  const isWhole = Object.keys(body).length === 4 && names.every((name) => name in body)
  return isWhole && matches(/^(?:PGRST\w*|[\dA-Z]{5})$/, body['code']) && isText(body['message'])
}

/**
 * GoTrue returns the version that auth-js requests, and exposes the header to other origins; older versions put the status into
 * `code`.
 */
function isAuthError(body: Record<string, unknown>, { headers, status }: Response): boolean {
  const { code, error_code: olderCode, message, msg } = body
  const isVersioned = matches(/^\d{4}-\d{2}-\d{2}$/, headers.get('x-supabase-api-version'))
  return isVersioned
    ? matches(/^[a-z]\w*$/, code) && isText(message)
    : code === status && matches(/^[a-z]\w*$/, olderCode) && isText(msg)
}

const isText = (value: unknown): value is string => typeof value === 'string'

const matches = (pattern: RegExp, value: unknown): boolean =>
  typeof value === 'string' && pattern.test(value)

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
