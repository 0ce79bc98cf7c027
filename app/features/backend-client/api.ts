import { getPublicSettings } from './public-settings.ts'

export class ApiError extends Error {
  readonly status: number

  constructor(status: number, path: string) {
    super(`${path} answered ${status}`)
    this.name = 'ApiError'
    this.status = status
  }
}

/** Returns true for a response that a retry would not change: 4xx except 401, 408 and 429. */
export function isPermanentRefusal(cause: unknown): boolean {
  return (
    cause instanceof ApiError &&
    cause.status >= 400 &&
    cause.status < 500 &&
    ![401, 408, 429].includes(cause.status)
  )
}

export const requestTimeoutMs = 10_000

/**
 * Calls the REST API of the backend as an anonymous visitor, without loading supabase-js. `path` begins after /rest/v1. Returns the
 * parsed body. A request with a body continues after the page is closed.
 * @throws ApiError for an unsuccessful response; TypeError or a DOMException when there is no response within 10 s
 */
export async function callRest(
  path: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<unknown> {
  const response = await send(`/rest/v1${path}`, options)
  if (!response.ok) throw new ApiError(response.status, path.replace(/\?.*/, ''))
  const text = await response.text()
  return text === '' ? null : JSON.parse(text)
}

/**
 * Calls an edge function by POST as an anonymous visitor. Returns the status and the parsed body of any response.
 * @throws TypeError or a DOMException when there is no response of the backend within 10 s
 */
export async function callFunction(
  name: string,
  body: object,
): Promise<{ status: number; answer: unknown }> {
  const response = await send(`/functions/v1/${name}`, { body })
  return { status: response.status, answer: await response.json() }
}

async function send(
  path: string,
  { body, headers }: { body?: unknown; headers?: Record<string, string> },
): Promise<Response> {
  // The first view needs no request, so this is loaded on demand.
  const { createVerifiedFetch } = await import('../../../domain/verified-fetch.ts')
  const verifiedFetch = createVerifiedFetch((input, init) => fetch(input, init))
  const { publishableKey, supabaseUrl } = await getPublicSettings()
  const changes = body !== undefined
  return verifiedFetch(`${supabaseUrl}${path}`, {
    method: changes ? 'POST' : 'GET',
    headers: {
      ...headers,
      apikey: publishableKey,
      ...(changes && { 'content-type': 'application/json' }),
    },
    ...(changes && { body: JSON.stringify(body), keepalive: true }),
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
}
