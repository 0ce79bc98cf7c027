import { once } from 'node:events'
import { Agent, type IncomingMessage, get } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aCateringEnquiry } from '../support/enquiries.ts'
import { openPreparedShop } from '../support/running-shop.ts'

interface Visitor {
  answers: number
  /** True when the last response had the header `connection: close`. */
  isTold: boolean
}

/** Sends one request after the other over a keep-alive connection, until the shop has closed it. */
async function goOnAsking(url: string, visitor: Visitor): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  for (;;) {
    const answer = await new Promise<IncomingMessage | Error>((resolve) => {
      get(url, { agent }, resolve).on('error', resolve)
    })
    if (answer instanceof Error) return
    expect(await text(answer)).toBe('ready')
    visitor.answers += 1
    visitor.isTold = answer.headers.connection === 'close'
  }
}

test('a closing shop tells busy clients to close their connections and ends before it has to cut them off', async () => {
  const shop = await openPreparedShop()
  onTestFinished(() => shop.remove())
  const visitors = Array.from({ length: 100 }, (): Visitor => ({ answers: 0, isTold: false }))
  const asking = Promise.all(visitors.map((visitor) => goOnAsking(`${shop.url}/readyz`, visitor)))
  await vi.waitFor(() => expect(visitors.every(({ answers }) => answers > 2)).toBe(true), 30_000)
  expect(await shop.close()).toBe(0)
  await asking
  expect(visitors.some(({ isTold }) => isTold)).toBe(true)
  expect(shop.output()).not.toContain('requests: cut off')
})

/** Opens a TCP connection and sends `text` on it. */
function send(url: string, text: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let heard = ''
  socket.setEncoding('latin1').on('data', (part) => {
    heard += String(part)
  })
  socket.on('error', () => undefined).write(text)
  return { socket, heard: () => heard, closed: once(socket, 'close') }
}

test('a closing shop ends half-sent and idle connections at once and answers requests in progress', async () => {
  const shop = await openPreparedShop()
  onTestFinished(() => shop.remove())
  const body = JSON.stringify(aCateringEnquiry())
  const half = send(shop.url, 'GET /shop HTTP/1.1\r\nHost: localhost\r\n')
  const idle = send(shop.url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => idle.heard()).toMatch(/keep-alive[^]*\r\n\r\nok$/)
  const slow = send(
    shop.url,
    [
      'POST /functions/v1/secure-catering-inquiry HTTP/1.1',
      'Host: localhost',
      `apikey: ${(await shop.keys()).publishable}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      // With this header the shop answers "100 Continue" as soon as it handles the request, before the body has
      // arrived.
      'Expect: 100-continue\r\n\r\n',
    ].join('\r\n'),
  )
  await expect.poll(() => slow.heard()).toContain('100 Continue')
  const ended = shop.close()
  await Promise.all([half.closed, idle.closed])
  expect(half.heard()).toBe('')
  expect(slow.heard()).not.toContain('HTTP/1.1 200')
  slow.socket.write(body)
  await slow.closed
  expect(slow.heard()).toMatch(/HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n/i)
  expect(await ended).toBe(0)
  expect(shop.output()).not.toContain('requests: cut off')
})
