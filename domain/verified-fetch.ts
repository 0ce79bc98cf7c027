import { isFromBackend } from './backend-response.ts'

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
 * Wraps `fetch` and returns only responses that PostgREST, GoTrue, Storage or the shop itself can have sent, embedded or hosted.
 * @throws UnverifiedResponseError for any other response, TimeLimitError when a response is not complete after `limitMs`, and
 * every error of `send`
 */
export function createVerifiedFetch(send: typeof fetch, limitMs?: number): typeof fetch {
  return (input, init) => {
    const { url, method, signal } =
      input instanceof Request ? input : { url: String(input), method: 'GET', signal: null }
    const verify = async (limited: AbortSignal) => {
      // The browser may have cached a response of a Wi-Fi sign-in page or a proxy.
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
