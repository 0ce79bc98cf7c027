import { publicSettings } from './public-settings.ts'

/** An answer of the backend that is no success; its body stays out of the message. */
export class ApiError extends Error {
  readonly status: number

  constructor(status: number, path: string) {
    super(`${path} answered ${status}`)
    this.name = 'ApiError'
    this.status = status
  }
}

const patience = 10_000

/**
 * Calls the backend's REST interface as an anonymous visitor, so that supabase-js need not be loaded for it.
 * `path` begins after /rest/v1. A call that changes something outlives the page. Returns the parsed body.
 * @throws ApiError for an answer that is no success; TypeError or a DOMException when there was none in 10 s.
 */
export async function callRest(
  path: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<unknown> {
  const { publishableKey, supabaseUrl } = await publicSettings()
  const changes = options.body !== undefined
  const response = await fetch(`${supabaseUrl}/rest/v1${path}`, {
    method: changes ? 'POST' : 'GET',
    headers: {
      ...options.headers,
      apikey: publishableKey,
      ...(changes && { 'content-type': 'application/json' }),
    },
    ...(changes && { body: JSON.stringify(options.body), keepalive: true }),
    signal: AbortSignal.timeout(patience),
  })
  if (!response.ok) throw new ApiError(response.status, path.replace(/\?.*/, ''))
  const text = await response.text()
  return text === '' ? null : JSON.parse(text)
}
