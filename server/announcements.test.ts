import { createClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { startAnnouncementPolling, createInvalidationFilter } from './announcements.ts'

const pages = {
  about: new Set<string>(),
  shop: new Set(['products']),
  mug: new Set(['products', 'product:mug']),
  mugById: new Set(['products', 'product:7f1']),
  sauce: new Set(['products', 'product:sauce']),
  tacos: new Set(['dates']),
  unsure: new Set(['anything']),
}

function getAffectedPages(announcement?: string): string[] {
  const affects = createInvalidationFilter(announcement)
  return Object.entries(pages).flatMap(([name, reads]) => (affects(reads) ? name : []))
}

test('a change of one product affects its own page and pages with unknown content', () => {
  expect(getAffectedPages('product:mug product:7f1')).toEqual(['mug', 'mugById', 'unsure'])
})

test('a change of dates affects the pages that show dates', () => {
  expect(getAffectedPages('dates')).toEqual(['tacos', 'unsure'])
})

test.each(['all', undefined, '', 'products', 'product:mug and more'])(
  'the announcement %j affects all pages that show anything of the catalogue',
  (announcement) => {
    expect(getAffectedPages(announcement)).toEqual([
      'shop',
      'mug',
      'mugById',
      'sauce',
      'tacos',
      'unsure',
    ])
  },
)

/** Starts polling a mocked database, and records the requests and the invalidations. */
function startPolling() {
  const clock = { now: 100_000 }
  const answer = vi.fn(async (): Promise<Response> => news('1:1:'))
  const requests: unknown[] = []
  const client = createClient('http://localhost', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (_, init) => {
        requests.push(JSON.parse(String(init?.body)).p_seen)
        return answer()
      },
    },
  })
  const invalidate = vi.fn<(announcement?: string, at?: number) => void>()
  const warn = vi.fn()
  const { runOnce, stop } = startAnnouncementPolling({
    client,
    invalidate,
    clock: () => clock.now,
    log: { warn, error: warn },
  })
  return { clock, answer, requests, invalidate, warn, ask: runOnce, stop }
}

function news(seen: string, ...announcements: { announcement: string; age: number }[]): Response {
  return Response.json({ seen, announcements })
}

const gone = () => Promise.reject(new TypeError('fetch failed'))

test('the first poll invalidates everything, and later polls only what was announced and when', async () => {
  const { ask, stop, answer, requests, invalidate } = startPolling()
  await ask()
  expect(invalidate.mock.calls).toEqual([[]])
  answer.mockImplementation(async () => news('2:2:', { announcement: 'product:mug', age: 700 }))
  await ask()
  expect(requests).toEqual([null, '1:1:'])
  expect(invalidate.mock.calls.slice(1)).toEqual([['product:mug', 99_300]])
  await stop()
})

test('logs one warning while polling fails, and then applies the announcements of that time', async () => {
  const { ask, stop, answer, requests, invalidate, warn } = startPolling()
  await ask()
  answer.mockImplementationOnce(gone).mockImplementationOnce(gone)
  await ask()
  await ask()
  expect(warn).toHaveBeenCalledTimes(1)
  answer.mockImplementation(async () => news('3:3:', { announcement: 'all', age: 9_000 }))
  await ask()
  expect(requests).toEqual([null, '1:1:', '1:1:', '1:1:'])
  expect(invalidate.mock.calls.slice(1)).toEqual([['all', 91_000]])
  await stop()
})

test('invalidates everything after a gap that is longer than announcements are stored', async () => {
  const { ask, stop, clock, requests, invalidate } = startPolling()
  await ask()
  clock.now += 5 * 60_000 + 1
  await ask()
  expect(requests).toEqual([null, null])
  expect(invalidate.mock.calls).toEqual([[], []])
  await stop()
})

test('a new day in London invalidates all pages once', async () => {
  const { ask, stop, clock, invalidate } = startPolling()
  clock.now = Date.parse('2026-07-01T22:59:59Z')
  await ask()
  invalidate.mockClear()
  await ask()
  expect(invalidate).not.toHaveBeenCalled()
  clock.now += 1_000
  await ask()
  await ask()
  expect(invalidate.mock.calls).toEqual([[]])
  await stop()
})
