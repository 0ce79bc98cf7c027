import { publicSettings } from './public-settings.ts'

export class ApiError extends Error {
  readonly status: number

  constructor(status: number, path: string) {
    super(`${path} answered ${status}`)
    this.name = 'ApiError'
    this.status = status
  }
}

export function isRefusal(cause: unknown): boolean {
  return (
    cause instanceof ApiError &&
    cause.status >= 400 &&
    cause.status < 500 &&
    ![401, 408, 429].includes(cause.status)
  )
}

export const timeoutMs = 10_000

/**
 * Calls the backend's REST interface as an anonymous visitor, so that supabase-js need not be loaded for it.
 * `path` begins after /rest/v1. A call that changes something outlives the page. Returns the parsed body.
 * @throws ApiError for an answer that is no success; TypeError or a DOMException when the backend gave none in 10 s.
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
 * Calls a function of the backend by POST. Returns its status and its parsed answer, whatever they are.
 * @throws TypeError or a DOMException when the backend gave no answer in 10 s
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
  // Not needed at first view.
  const { createVerifiedFetch } = await import('../../../domain/verified-fetch.ts')
  const verifiedFetch = createVerifiedFetch((input, init) => fetch(input, init))
  const { publishableKey, supabaseUrl } = await publicSettings()
  const changes = body !== undefined
  return verifiedFetch(`${supabaseUrl}${path}`, {
    method: changes ? 'POST' : 'GET',
    headers: {
      ...headers,
      apikey: publishableKey,
      ...(changes && { 'content-type': 'application/json' }),
    },
    ...(changes && { body: JSON.stringify(body), keepalive: true }),
    signal: AbortSignal.timeout(timeoutMs),
  })
}
