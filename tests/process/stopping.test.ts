import { Agent, type IncomingMessage, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openShop } from '../support/running-shop.ts'

interface Visitor {
  answers: number
  /** Whether the last answer said that the connection ends. */
  isTold: boolean
}

/** Asks over one kept connection, again and again, until it cannot. */
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

test('a shop whose visitors go on asking tells them to end, and ends before they are cut off', async () => {
  const shop = await openShop()
  onTestFinished(() => shop.remove())
  const visitors = Array.from({ length: 100 }, (): Visitor => ({ answers: 0, isTold: false }))
  const asking = Promise.all(visitors.map((visitor) => goOnAsking(`${shop.url}/readyz`, visitor)))
  await vi.waitFor(() => expect(visitors.every(({ answers }) => answers > 2)).toBe(true), 30_000)
  expect(await shop.close()).toBe(0)
  await asking
  expect(visitors.some(({ isTold }) => isTold)).toBe(true)
  expect(shop.output()).not.toContain('were cut off')
})
