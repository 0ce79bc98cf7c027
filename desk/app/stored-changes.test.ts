import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const calls = vi.hoisted(() => [] as [name: string, args: object][])
const device = vi.hoisted(() => new Map<string, string>())
vi.mock('../ui/toasts.tsx', () => ({ showToast: () => undefined }))
vi.mock('../data/client.ts', () => ({
  DeskError: class DeskError extends Error {},
  isRetryable: () => false,
  isSignedOut: () => false,
  unwrapResponse: async (answer: unknown) => answer,
  client: {
    rpc: async (name: string, args: object) => {
      calls.push([name, args])
      return name === 'desk_send' ? { sent: [1048], refused: [] } : 1
    },
  },
}))
vi.mock('idb-keyval', () => ({
  createStore: () => null,
  get: async (name: string) => device.get(name),
  set: async (name: string, text: string) => void device.set(name, text),
  del: async (name: string) => void device.delete(name),
  keys: async () => [...device.keys()],
}))

const id = 'a1b00000-0000-4000-8000-000000000001'
const words = { words: 'Kitchen closed', link: null, from: null, until: null, isOn: true }
const holiday = {
  from: '2026-12-24',
  until: '2027-01-02',
  sendsOn: '2027-01-04',
  words: 'Closed.',
  isOn: true,
}

/**
 * Offline changes as the desk stored them on 28 November 2026, each with the database call that it must lead to. Never edit an
 * entry.
 */
const stored: [key: string[], variables: object, name: string, args: object][] = [
  [
    ['pick', '7'],
    { items: ['i1', 'i2'], isPicked: true },
    'desk_pick',
    { p_items: ['i1', 'i2'], p_is_picked: true },
  ],
  [
    ['send'],
    { carrier: 'Royal Mail', parcels: [{ number: 1048, tracking: 'AB123456789GB' }] },
    'desk_send',
    { p_carrier: 'Royal Mail', p_parcels: [{ number: 1048, tracking: 'AB123456789GB' }] },
  ],
  [
    ['enquiry', 'turn', id],
    { id, field: 'stage', value: 'quoted', seen: 'answered', said: 'Moved.' },
    'desk_change_enquiry',
    { p_id: id, p_field: 'stage', p_value: 'quoted', p_seen: 'answered' },
  ],
  [
    ['enquiry', 'answer', id],
    {
      id,
      letter: 'l1',
      text: 'We’d love to.',
      seen: 2,
      quote: null,
      typed: null,
      draft: 'We’d love to.',
    },
    'desk_answer_enquiry',
    { p_id: id, p_letter: 'l1', p_text: 'We’d love to.', p_seen: 2, p_quote: null },
  ],
  [
    ['product', 'move', id],
    { id, name: 'Nashville Chilli Crisp', by: -1, request: 'r1' },
    'desk_move_stock',
    { p_product: id, p_by: -1, p_request: 'r1' },
  ],
  [
    ['product', 'stock', id],
    { id, name: 'Nashville Chilli Crisp', to: 12, from: null },
    'desk_set_stock',
    { p_product: id, p_stock: 12, p_before: null },
  ],
  [
    ['product', 'price', id],
    { id, name: 'Nashville Chilli Crisp', to: 900, from: 850 },
    'desk_set_price',
    { p_product: id, p_pence: 900, p_before: 850 },
  ],
  [
    ['product', 'sold-out', id],
    { id, name: 'Nashville Chilli Crisp', isSoldOut: true, version: 3 },
    'desk_set_sold_out',
    { p_product: id, p_is_sold_out: true, p_version: 3 },
  ],
  [
    ['words', 'bar'],
    { to: words, from: { ...words, isOn: false, version: 1 }, name: 'Announcement bar' },
    'desk_set_announcement',
    {
      p_words: 'Kitchen closed',
      p_link: null,
      p_from: null,
      p_until: null,
      p_is_on: true,
      p_version: 1,
    },
  ],
  [
    ['words', 'holiday'],
    { to: holiday, from: null, name: 'Holiday' },
    'desk_set_holiday',
    {
      p_from: '2026-12-24',
      p_until: '2027-01-02',
      p_sends_on: '2027-01-04',
      p_words: 'Closed.',
      p_is_on: true,
      p_version: null,
    },
  ],
  [
    ['words', 'delivery', 'standard'],
    { method: 'standard', name: 'Standard', to: 349, from: 329 },
    'desk_set_delivery_price',
    { p_method: 'standard', p_pence: 349, p_before: 329 },
  ],
  [
    ['words', 'faq', 'wales'],
    {
      words: { id: 'wales', question: 'Do you ship to Wales?', answer: 'We do.' },
      version: null,
      place: 1,
      isTaken: false,
      name: 'Question',
      draft: ['words:faq:new', '{}'],
    },
    'desk_save_faq',
    {
      p_id: 'wales',
      p_version: null,
      p_question: 'Do you ship to Wales?',
      p_answer: 'We do.',
      p_place: 1,
    },
  ],
  [
    ['words', 'testimonial', 't1'],
    {
      words: {
        id: 't1',
        page: 'home',
        author: 'Sam',
        location: 'Leeds',
        words: 'Hot.',
        isSample: false,
      },
      version: 2,
      place: null,
      isTaken: true,
      name: 'Testimonial',
    },
    'desk_remove_testimonial',
    { p_id: 't1', p_version: 2 },
  ],
]

const change = ([mutationKey, variables]: (typeof stored)[number]) => ({
  mutationKey,
  scope: { id: mutationKey.join(':') },
  meta: { touches: ['products'] },
  state: {
    context: { isAnswered: false },
    data: undefined,
    error: null,
    failureCount: 0,
    failureReason: null,
    isPaused: true,
    status: 'pending',
    variables,
    submittedAt: 1_796_000_000_000,
  },
})

const memory = () => {
  const entries = new Map<string, string>()
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => void entries.set(name, text),
    removeItem: (name: string) => void entries.delete(name),
  }
}

async function openDesk() {
  vi.resetModules()
  const { meKey } = await import('../data/current-staff.ts')
  const { persistOptions, queryClient, offlineQueue } = await import('../data/query-client.ts')
  const { registerOfflineMutations } = await import('./offline-mutations.ts')
  registerOfflineMutations()
  queryClient.setQueryData(meKey, { isIn: true, email: 'beau@example.com' })
  return { persistOptions, queryClient, offlineQueue }
}

afterAll(() => void vi.resetModules())
beforeEach(() => {
  calls.length = 0
  device.clear()
  vi.stubGlobal('localStorage', memory())
  vi.stubGlobal('sessionStorage', memory())
  // The locks below are granted at once, so a desk of an earlier test must not receive the name of a queue.
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: { request: async (_: string, work: () => unknown) => work() },
  })
  return () => vi.unstubAllGlobals()
})

test.each(stored)(
  'sends a change that was stored under %j in November 2026',
  { tags: ['abuse-earlier-versions'] },
  async (...of) => {
    const [, , name, args] = of
    device.set(
      'waiting:7d0a2c0e-8f5c-4a39-9d4e-7a6f2c1f1a11',
      JSON.stringify({ who: 'beau@example.com', changes: [change(of)] }),
    )
    const { offlineQueue } = await openDesk()
    await offlineQueue.resume()
    await vi.waitFor(() => expect(calls).toEqual([[name, args]]))
  },
)

test('restores cached queries of the same version of the desk only', async () => {
  const { persistQueryClientRestore } = await import('@tanstack/react-query-persist-client')
  const { persistOptions, queryClient } = await openDesk()
  const read = (buster: string, rows: unknown) =>
    device.set(
      'REACT_QUERY_OFFLINE_CACHE',
      JSON.stringify({
        buster,
        timestamp: Date.now(),
        clientState: {
          mutations: [],
          queries: [
            {
              queryKey: ['products', 'list'],
              queryHash: '["products","list"]',
              state: {
                data: rows,
                dataUpdateCount: 1,
                dataUpdatedAt: Date.now(),
                status: 'success',
                fetchStatus: 'idle',
              },
            },
          ],
        },
      }),
    )
  read('/desk/assets/index-old.js', { shape: 'old' })
  await persistQueryClientRestore({ queryClient, ...persistOptions })
  expect(queryClient.getQueryData(['products', 'list'])).toBeUndefined()
  read(String(persistOptions.buster), { rows: [] })
  await persistQueryClientRestore({ queryClient, ...persistOptions })
  expect(queryClient.getQueryData(['products', 'list'])).toEqual({ rows: [] })
})
