import { streamsRequestBody, type WireHandler, type WireResponse } from './wire.ts'

/** The client on whose behalf a program in this process makes requests. */
export interface Visitor {
  clientAddress: string
  /** Headers that are added to each request, unless the request sets them itself. */
  headers: Record<string, string>
  /**
   * True when this process makes the requests for itself and may name the client in `X-Forwarded-For`. They do not queue behind
   * those of visitors, so it must not be set on behalf of a visitor.
   */
  isInternal?: boolean
}

/** Creates a `fetch` that calls the backend in this process, without a network. The host of the requested URL is ignored. */
export function createInProcessFetch(handle: WireHandler, visitor: Visitor): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const { isInternal = false } = visitor
    const named = isInternal ? request.headers.get('x-forwarded-for') : null
    const stream = streamsRequestBody(url.pathname) ? (request.body ?? undefined) : undefined
    const isRead = request.body === null || stream !== undefined
    const body = isRead ? null : new Uint8Array(await request.arrayBuffer())
    const answer = await handle({
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      headers: { ...visitor.headers, ...Object.fromEntries(request.headers) },
      body,
      stream,
      clientAddress: named ?? visitor.clientAddress,
      isInternal,
    })
    const headers = new Headers(answer.headers)
    for (const cookie of answer.cookies ?? []) headers.append('set-cookie', cookie)
    const mayHaveBody = answer.status !== 204 && answer.status !== 304
    return new Response(mayHaveBody ? toBody(answer.body) : null, {
      status: answer.status,
      headers,
    })
  }
}

function toBody(
  body: WireResponse['body'],
): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  if (body === null || typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : streamOf(body)
}

function streamOf(body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await chunks.return?.()),
  })
}
