import { isFromBackend } from './backend-response.ts'

/**
 * Thrown for a response that is truncated or does not come from the shop's backend but, for example, from a proxy or the sign-in
 * page of a Wi-Fi. It extends TypeError, like the failed connection of `fetch`: the outcome of the request is unknown, and the
 * client may send it again.
 */
export class UnverifiedResponseError extends TypeError {
  override name = 'UnverifiedResponseError'

  constructor({ status, headers }: Response) {
    const type = headers.get('content-type')?.split(';')[0] || 'no content type'
    super(`No answer of the shop's backend: HTTP ${status}, ${type}`)
  }
}

/**
 * Thrown when the backend does not respond in time. Callers handle it like a failed connection: the backend may have received the
 * request, and the client may send it again.
 */
export class TimeLimitError extends TypeError {
  override name = 'TimeLimitError'

  constructor(limitMs: number) {
    super(`No answer of the shop's backend in ${limitMs / 1000} s`)
  }
}

/**
 * Wraps `fetch` and returns only responses that PostgREST, GoTrue or Storage, embedded or hosted, or the shop itself can have sent.
 * @throws UnverifiedResponseError for any other response, TimeLimitError when a response is not complete after `limitMs`, and every
 * error of `send`
 */
export function createVerifiedFetch(send: typeof fetch, limitMs?: number): typeof fetch {
  return (input, init) => {
    const { url, method, signal } =
      input instanceof Request ? input : { url: String(input), method: 'GET', signal: null }
    const verify = async (limited: AbortSignal) => {
      // The browser's cache may contain the response of a proxy or of the sign-in page of a Wi-Fi.
      const response = await send(input, { cache: 'no-store', ...init, signal: limited })
      if (!(await isFromBackend(url, init?.method ?? method, response)))
        throw new UnverifiedResponseError(response)
      return response
    }
    return limitTime(limitMs ?? getLimitMs(url), init?.signal ?? signal, verify)
  }
}

const isUploadOrExport =
  /\/storage\/v1\/|\/rpc\/desk_(?:accounts_csv|back_up|export_person|parcel_file|slips)\b|\/personal-data\//

/**
 * Returns a limit in ms, above the 8 s for which the backend may queue a request. Functions call the payment provider, some more
 * than once, and uploads and exports are large.
 */
function getLimitMs(url: string): number {
  if (isUploadOrExport.test(url)) return 120_000
  return url.includes('/functions/v1/') ? 30_000 : 12_000
}

/**
 * Aborts the work after `limitMs`, and rejects even when `work` ignores the signal. Does not use `AbortSignal.any`, which the
 * oldest supported browsers lack.
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
