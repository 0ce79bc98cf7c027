import { setImmediate as nextLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { RequestTurns } from './request-turns.ts'

/** Requests turns for `counts` requests of each address. Returns the addresses of requests whose turn has begun, in that order. */
function ask(turns: RequestTurns, counts: Record<string, number>): string[] {
  const begun: string[] = []
  for (const [address, count] of Object.entries(counts))
    for (let one = 0; one < count; one += 1)
      void turns.next(address).then(() => begun.push(address))
  return begun
}

/** Runs pending microtasks within the current iteration of the event loop. */
async function settle(): Promise<void> {
  for (let step = 0; step < 100; step += 1) await Promise.resolve()
}

test(
  'begins eight requests of an address in one turn of the event loop, and the others later',
  { tags: ['abuse-32'] },
  async () => {
    const begun = ask(new RequestTurns(), { '192.0.2.1': 400 })
    await settle()
    expect(begun).toHaveLength(8)
    for (let turn = 1; turn <= 60; turn += 1) await nextLoop()
    expect(begun).toHaveLength(400)
  },
)

test(
  'begins the request of an address in the next turn at the latest, while another address floods',
  { tags: ['abuse-32'] },
  async () => {
    const turns = new RequestTurns()
    const flood = ask(turns, { '192.0.2.1': 400 })
    const other = ask(turns, { '192.0.2.2': 1 })
    await nextLoop()
    await settle()
    expect(other).toHaveLength(1)
    expect(flood.length).toBeLessThanOrEqual(24)
  },
)

test(
  'begins thirty-two requests of many addresses in a turn, in the order of arrival',
  { tags: ['abuse-32'] },
  async () => {
    const counts = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`192.0.2.${at + 1}`, 1] as const),
    )
    const begun = ask(new RequestTurns(), counts)
    await settle()
    expect(begun).toHaveLength(32)
    for (let turn = 1; turn <= 6; turn += 1) await nextLoop()
    expect(begun).toEqual(Object.keys(counts))
  },
)

test('counts the addresses of an IPv6 network as one', { tags: ['abuse-32'] }, async () => {
  const counts = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`2001:db8:1:${at.toString(16)}::1`, 1] as const),
  )
  const begun = ask(new RequestTurns(), counts)
  await settle()
  expect(begun).toHaveLength(8)
})
