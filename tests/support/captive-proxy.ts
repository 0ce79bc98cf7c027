import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

const signInPage =
  '<!doctype html><title>Free Wi-Fi</title><h1>Welcome to Free Wi-Fi</h1><form><button>Accept</button></form>'
const nginxPage =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.26.3</center>\r\n</body>\r\n</html>\r\n'
const html = { 'content-type': 'text/html' }
const json = { 'content-type': 'application/json' }

type Answer = [status: number, headers: Record<string, string>, body: string]

/** The responses that a proxy, or a Wi-Fi's sign-in (a captive portal), may send in the shop's place. */
export const foreignResponses = {
  'a Wi-Fi’s sign-in page': [200, html, signInPage],
  'a redirect to a Wi-Fi’s sign-in page': [302, { location: 'http://login.example/' }, ''],
  'a proxy’s 502 page': [502, html, nginxPage],
  'an empty 502': [502, {}, ''],
  '511 Network Authentication Required': [511, html, signInPage],
  'a stranger’s JSON error': [502, json, '{"error":"bad gateway"}'],
  'a stranger’s JSON': [200, json, '{"status":"login required","login":"http://login.example/"}'],
  'a stranger’s success': [200, json, '{"success":true,"id":17,"url":"http://login.example/"}'],
  'an empty object': [200, json, '{}'],
  'page data without routes': [200, json, '[{}]'],
  'an empty 205': [205, {}, ''],
  'a stranger’s JSON error with a code': [
    403,
    json,
    '{"error":{"code":"forbidden","message":"A Wi-Fi said no"}}',
  ],
  'a part of JSON': [200, json, '{"error":{"code":"PT4'],
  'a stranger’s 403': [403, html, signInPage],
  'a stranger’s 404': [404, html, nginxPage],
  'a stranger’s 500': [500, json, '{"error":"internal"}'],
  'a stranger’s 503': [503, html, nginxPage],
} satisfies Record<string, Answer>

/** Wrong responses that the browser may cache, so that they could still be used after the proxy is gone. */
export const cacheableForeignResponses = {
  'a page that may be kept for an hour': [
    200,
    { ...html, 'cache-control': 'max-age=3600' },
    signInPage,
  ],
  'a page with a date': [
    200,
    { ...html, 'cache-control': 'public', 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' },
    signInPage,
  ],
  'an empty script': [
    200,
    { 'content-type': 'text/javascript', 'cache-control': 'max-age=3600' },
    '',
  ],
  'a cut script': [
    200,
    { 'content-type': 'text/javascript', 'cache-control': 'max-age=3600' },
    'const a = {',
  ],
  'a cut style sheet': [
    200,
    { 'content-type': 'text/css', 'cache-control': 'max-age=3600' },
    ':root{--cut:1}body{margin:0',
  ],
} satisfies Record<string, Answer>
export type CacheableForeignResponse = keyof typeof cacheableForeignResponses

/** Errors of a proxy that resemble those of the shop's own REST and sign-in interfaces. */
export const lookalikeErrors = {
  'a filter’s JSON error': [403, json, '{"code":"forbidden","message":"Blocked by <b>ACME</b>"}'],
  'a gateway’s JSON error': [502, json, '{"code":"00502","message":"Bad gateway"}'],
} satisfies Record<string, Answer>
const answers = { ...foreignResponses, ...lookalikeErrors, ...cacheableForeignResponses }
export type ForeignResponse = keyof typeof answers
/**
 * One response for each way in which a browser itself treats them. `domain/verified-fetch.test.ts` tests the other
 * ones.
 */
export const typicalForeignResponses: ForeignResponse[] = [
  'a Wi-Fi’s sign-in page',
  'a redirect to a Wi-Fi’s sign-in page',
  'a proxy’s 502 page',
  'a stranger’s success',
  'a filter’s JSON error',
]
/**
 * The ways in which a request is never answered: it is lost before it has reached the shop, or its response is lost.
 */
export type MissingResponse = 'a silent connection' | 'a lost answer'

export interface CaptiveProxy {
  /** The URL of the proxy, for the `proxy` option of a browser context. */
  server: string
  /** Answers every request in the shop's place, or, with a pattern, those whose URL matches. */
  capture: (foreign: ForeignResponse | MissingResponse, of?: RegExp) => void
  /**
   * Sends only this share of the next `pages`, all by default, or what is before a text: as if it were the whole, until the
   * connection breaks, or, 'paused', with the rest at the release.
   */
  cut: (share: number | string, way: Cut['way'], pages?: number) => void
  release: () => void
}

/** Starts a forward proxy for a whole browser, including its service workers and websockets. */
export async function startCaptiveProxy(): Promise<CaptiveProxy> {
  let captor: { foreign: ForeignResponse | MissingResponse; of: RegExp } | null = null
  let cut: Cut | null = null
  const tunnels = new Set<Socket>()
  const server = createServer((asked, answer) => {
    const foreign = captor?.of.test(asked.url ?? '') ? captor.foreign : null
    if (foreign === 'a silent connection') asked.resume()
    else if (foreign === null || foreign === 'a lost answer')
      passOn(asked, answer, foreign !== null, cut)
    else sendForeignResponse(answer, foreign)
  })
  // Browsers reach a proxied websocket through a CONNECT tunnel.
  server.on('connect', ({ url = '' }: IncomingMessage, near: Socket) => {
    if (captor !== null) return near.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    const { hostname, port } = new URL(`http://${url}`)
    const far = connect(Number(port), hostname, () => {
      near.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      near.pipe(far).pipe(near)
    })
    for (const socket of [near, far]) {
      tunnels.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
    for (const socket of tunnels) socket.destroy()
  })
  return {
    server: `http://127.0.0.1:${address.port}`,
    capture(foreign, of = /(?:)/) {
      captor = { foreign, of }
      for (const socket of tunnels) socket.destroy()
    },
    cut: (share, way, pages = Infinity) =>
      void (cut = { share, way, pages, released: Promise.withResolvers() }),
    release() {
      captor = null
      cut?.released.resolve()
      cut = null
    },
  }
}

function sendForeignResponse(answer: ServerResponse, foreign: ForeignResponse): void {
  const [status, headers, body] = answers[foreign]
  answer.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(body)
}

interface Cut {
  share: number | string
  way: 'short' | 'broken' | 'paused'
  /** The number of pages that are still to be cut. */
  pages: number
  released: PromiseWithResolvers<void>
}

async function sendPart(found: IncomingMessage, answer: ServerResponse, cut: Cut): Promise<void> {
  const page = Buffer.from(await text(found))
  const end = typeof cut.share === 'string' ? page.indexOf(cut.share) : page.length * cut.share
  const part = page.subarray(0, end)
  const length = { short: part.length, broken: part.length + 1, paused: page.length }[cut.way]
  answer.writeHead(found.statusCode ?? 500, { ...found.headers, 'content-length': length })
  answer.write(part, () => {
    if (cut.way === 'short') answer.end()
    else if (cut.way === 'broken') answer.destroy()
    else void cut.released.promise.then(() => answer.end(page.subarray(part.length)))
  })
}

function passOn(
  asked: IncomingMessage,
  answer: ServerResponse,
  isLost: boolean,
  cut: Cut | null,
): void {
  const { method, headers, url = '' } = asked
  if (cut) delete headers['accept-encoding']
  const upstream = request(url, { method, headers }, (found) => {
    if (isLost) return void found.resume()
    if (cut && cut.pages > 0 && found.headers['content-type']?.startsWith('text/html')) {
      cut.pages -= 1
      delete found.headers['transfer-encoding']
      return void sendPart(found, answer, cut)
    }
    answer.writeHead(found.statusCode ?? 500, found.headers)
    found.pipe(answer)
  })
  upstream.on('error', () => answer.destroy())
  asked.on('close', () => asked.complete || upstream.destroy())
  asked.pipe(upstream)
}
