import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The timeout in ms of every request. */
export const requestTimeoutMs = 15_000

/** Options of a request, which is a POST if it has a body, else a GET. */
export interface VisitorRequest {
  headers?: Record<string, string>
  /** The body: an object is sent as JSON, a string unchanged. */
  body?: object | string
}

export interface VisitorResponse {
  /** The status code, or 0 when there was no response. */
  status: number
  headers: IncomingHttpHeaders
  /** The body of the response, still compressed, or the message of the error when there was no response. */
  body: Buffer
  /** The time in ms until the response was complete. */
  ms: number
}

export type Visitor = ReturnType<typeof createVisitor>

/**
 * Simulates a browser with keep-alive connections. `headers` are sent with every request. Requests never reject; without a
 * response, the status is 0.
 */
export function createVisitor(url: string, headers: Record<string, string>) {
  const agent = new Agent({ keepAlive: true })
  return {
    async ask(path: string, question: VisitorRequest = {}): Promise<VisitorResponse> {
      const began = performance.now()
      const isJson = typeof question.body === 'object'
      const all = {
        ...headers,
        ...(isJson && { 'content-type': 'application/json' }),
        ...question.headers,
      }
      for (;;) {
        const answer = await send(agent, url + path, { ...question, headers: all })
        if (answer !== null) return { ...answer, ms: performance.now() - began }
      }
    },
    leave: () => agent.destroy(),
  }
}

/**
 * Sends a request. Resolves to null when the server closed the reused connection at that moment, a case in which browsers retry.
 */
function send(
  agent: Agent,
  url: string,
  { headers = {}, body }: VisitorRequest,
): Promise<Omit<VisitorResponse, 'ms'> | null> {
  return new Promise((resolve) => {
    const fail = (error: Error) =>
      resolve({ status: 0, headers: {}, body: Buffer.from(error.message) })
    const method = body === undefined ? 'GET' : 'POST'
    const signal = AbortSignal.timeout(requestTimeoutMs)
    const sent = request(url, { agent, method, headers, signal }, (response) => {
      const { statusCode = 0, headers: received } = response
      buffer(response).then((bytes) => {
        resolve({ status: statusCode, headers: received, body: bytes })
      }, fail)
    })
    sent.once('error', (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '')
      if (isStale) resolve(null)
      else fail(error)
    })
    sent.end(typeof body === 'object' ? JSON.stringify(body) : body)
  })
}

export type FormRequest = [path: string, body: object]

const message = 'Two griddles, please, and a cake.'

/** The requests that the shop's forms send: path and body. */
export const formRequests = {
  catering: (name: string, email: string): FormRequest => [
    '/functions/v1/secure-catering-inquiry',
    { name, email, eventType: 'Wedding', guestCount: '60', message },
  ],
  consultancy: (name: string, email: string): FormRequest => [
    '/functions/v1/consultancy-inquiry',
    { name, email, details: message },
  ],
  newsletter: (name: string, email: string): FormRequest => [
    '/rest/v1/newsletter_signups',
    { name, email },
  ],
  guestCart: (id: string | null, lines: object[]): FormRequest => [
    '/rest/v1/rpc/store_guest_cart',
    { p_cart_id: id, p_email: null, p_cart_data: lines },
  ],
  guestEmail: (email: string, cart: { cartId?: string; cartData: object[] }): FormRequest => [
    '/functions/v1/secure-guest-email/save',
    { email, ...cart, wantsCode: true },
  ],
}
