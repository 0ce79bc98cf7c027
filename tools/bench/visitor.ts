import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Nobody waits longer than this, ms. */
export const patienceMs = 15_000

/** A GET, or a POST with a body. */
export interface Question {
  headers?: Record<string, string>
  /** Sent as JSON, text as it is. */
  body?: object | string
}

export interface Answer {
  /** 0 when there was none. */
  status: number
  headers: IncomingHttpHeaders
  /** As sent, still compressed. The error's message when there was no answer. */
  body: Buffer
  /** Until all of it was there. */
  ms: number
}

export type Visitor = ReturnType<typeof createVisitor>

/**
 * Somebody with a browser: keep-alive connections, and an address of their own. `headers` are sent with each request,
 * which never rejects: no answer is an answer with status 0.
 */
export function createVisitor(url: string, headers: Record<string, string>) {
  const agent = new Agent({ keepAlive: true })
  return {
    async ask(path: string, question: Question = {}): Promise<Answer> {
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

/** Null when a keep-alive connection was closed just then, where browsers retry. */
function send(
  agent: Agent,
  url: string,
  { headers = {}, body }: Question,
): Promise<Omit<Answer, 'ms'> | null> {
  return new Promise((resolve) => {
    const fail = (error: Error) =>
      resolve({ status: 0, headers: {}, body: Buffer.from(error.message) })
    const method = body === undefined ? 'GET' : 'POST'
    const signal = AbortSignal.timeout(patienceMs)
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

export type Form = [path: string, body: object]

const message = 'Two griddles, please, and a cake.'

/** What the shop's forms send, and where. */
export const forms = {
  catering: (name: string, email: string): Form => [
    '/functions/v1/secure-catering-inquiry',
    { name, email, eventType: 'Wedding', guestCount: '60', message },
  ],
  consultancy: (name: string, email: string): Form => [
    '/functions/v1/consultancy-inquiry',
    { name, email, details: message },
  ],
  newsletter: (name: string, email: string): Form => [
    '/rest/v1/newsletter_signups',
    { name, email },
  ],
  guestCart: (id: string | null, lines: object[]): Form => [
    '/rest/v1/rpc/store_guest_cart',
    { p_cart_id: id, p_email: null, p_cart_data: lines },
  ],
  guestEmail: (email: string, cart: { cartId?: string; cartData: object[] }): Form => [
    '/functions/v1/secure-guest-email/save',
    { email, ...cart, wantsCode: true },
  ],
}
