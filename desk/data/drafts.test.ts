import { beforeEach, expect, test, vi } from 'vitest'

const told = vi.hoisted(() => vi.fn())
vi.mock('../ui/toasts.tsx', () => ({ showToast: told }))

function makeStorage() {
  const kept: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => void (kept[key] = text),
    removeItem: (key: string) => void delete kept[key],
  }
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(kept, name, { value, configurable: true })
  return kept
}

/** A simulated browser tab; its session storage outlives a reload. */
interface Tab {
  session: ReturnType<typeof makeStorage>
  locks: Set<string>
  heard: Map<string, () => void>
}

let open: Set<Tab>
beforeEach(() => {
  open = new Set()
  told.mockClear()
  vi.stubGlobal('localStorage', makeStorage())
  return () => vi.unstubAllGlobals()
})

/** Loads the drafts module, in a new tab by default. */
async function load(tab: Tab = { session: makeStorage(), locks: new Set(), heard: new Map() }) {
  open.add(tab)
  vi.resetModules()
  vi.stubGlobal('sessionStorage', tab.session)
  vi.stubGlobal('addEventListener', (event: string, hear: () => void) => tab.heard.set(event, hear))
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string) => tab.locks.add(name),
      query: () => ({
        held: [...open].flatMap(({ locks }) => [...locks].map((name) => ({ name }))),
      }),
    },
  })
  const drafts = await import('./drafts.ts')
  await drafts.restoreDrafts()
  return { ...drafts, tab }
}

function leave(tab: Tab): Tab {
  vi.stubGlobal('sessionStorage', tab.session)
  tab.heard.get('pagehide')?.()
  tab.locks.clear()
  open.delete(tab)
  return tab
}

test('each of two tabs finds its own draft after a reload', async () => {
  const first = await load()
  const second = await load()
  first.storeDraft('enquiry:1', 'We have a van.')
  expect(second.readDraftText('enquiry:1')).toBe('')
  second.storeDraft('enquiry:1', 'We are full.')
  expect((await load(leave(first.tab))).readDraftText('enquiry:1')).toBe('We have a van.')
  second.storeDraft('enquiry:1', '')
  expect((await load(leave(second.tab))).readDraftText('enquiry:1')).toBe('')
  expect((await load(leave(first.tab))).readDraftText('enquiry:1')).toBe('We have a van.')
})

test('the draft of a closed tab is offered once, to the next tab that opens its field', async () => {
  const closed = await load()
  closed.storeDraft('date', 'Market')
  leave(closed.tab)
  const first = await load()
  const second = await load()
  expect(first.readDraftText('date')).toBe('Market')
  expect(second.readDraftText('date')).toBe('')
})

test('a duplicated tab has its own drafts', async () => {
  const first = await load()
  first.storeDraft('invite', 'cleo@example.com')
  const copied = { ...first.tab, locks: new Set<string>(), session: makeStorage() }
  Object.assign(copied.session, first.tab.session)
  const copy = await load(copied)
  copy.storeDraft('invite', 'max@example.com')
  expect(first.readDraftText('invite')).toBe('cleo@example.com')
})

test('an open tab finds the draft of a tab that was closed since', async () => {
  const first = await load()
  const second = await load()
  second.storeDraft('date', 'Market')
  leave(second.tab)
  first.tab.heard.get('visibilitychange')?.()
  await expect.poll(() => first.readDraftText('date')).toBe('Market')
})

test('a replaced draft is restored, unless it has been changed since', async () => {
  const { storeDraft, readDraftText, replaceDraft } = await load()
  storeDraft('enquiry:1', 'Thank you.')
  const restore = replaceDraft('enquiry:1', 'We have a van. Thank you.')
  expect(readDraftText('enquiry:1')).toBe('We have a van. Thank you.')
  restore()
  expect(readDraftText('enquiry:1')).toBe('Thank you.')
  const restoreTooLate = replaceDraft('enquiry:1', 'We have a van.')
  storeDraft('enquiry:1', 'We have two vans.')
  restoreTooLate()
  expect(readDraftText('enquiry:1')).toBe('We have two vans.')
})

test('sending removes the sent draft from every tab, but not a draft that was edited since', async () => {
  const first = await load()
  const second = await load()
  first.storeDraft('enquiry:1', 'We have a van.')
  second.removeSentDraft('enquiry:1', 'We have a van')
  expect(first.readDraftText('enquiry:1')).toBe('We have a van.')
  second.removeSentDraft('enquiry:1', 'We have a van.')
  expect(first.readDraftText('enquiry:1')).toBe('')
})

test('locking the desk removes all drafts, and erasing a person removes the drafts about them', async () => {
  const first = await load()
  const second = await load()
  first.storeDraft('letter:ann@example.com', 'Dear Ann')
  first.storeDraft('letter:bob@example.com', 'Dear Bob')
  second.removeDrafts(':ann@example.com')
  expect(first.readDraftText('letter:ann@example.com')).toBe('')
  expect(first.readDraftText('letter:bob@example.com')).toBe('Dear Bob')
  second.removeDrafts()
  expect(Object.keys(localStorage)).toEqual([])
})

test('finds a draft that an older version of the desk stored without a tab id', async () => {
  localStorage.setItem('desk-draft:enquiry:1', 'We have a van.')
  const { readDraftText, tab } = await load()
  expect(readDraftText('enquiry:1')).toBe('We have a van.')
  expect((await load(leave(tab))).readDraftText('enquiry:1')).toBe('We have a van.')
})

test('keeps a draft in memory when the storage is full, and warns once', async () => {
  const { storeDraft, readDraftText, removeSentDraft, removeDrafts } = await load()
  expect(storeDraft('enquiry:1', 'We')).toBe(true)
  const { setItem } = localStorage
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  Object.defineProperty(localStorage, 'setItem', { value: full, configurable: true })
  expect(storeDraft('enquiry:1', 'We have a van.')).toBe(false)
  expect(storeDraft('note:1042', 'Ring twice')).toBe(false)
  expect(readDraftText('enquiry:1')).toBe('We have a van.')
  expect(Object.values(localStorage)).toEqual([])
  expect(told).toHaveBeenCalledTimes(1)
  removeSentDraft('enquiry:1', 'We have a van.')
  expect(readDraftText('enquiry:1')).toBe('')
  removeDrafts()
  expect(readDraftText('note:1042')).toBe('')
  Object.defineProperty(localStorage, 'setItem', { value: setItem })
  expect(storeDraft('enquiry:1', 'There is room again.')).toBe(true)
  expect(readDraftText('enquiry:1')).toBe('There is room again.')
})

test('keeps a draft in memory when the browser forbids storage and locks', async () => {
  const { storeDraft, readDraftText, restoreDrafts } = await load()
  const refuse = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'))
  vi.stubGlobal('navigator', { locks: { request: refuse, query: refuse } })
  await restoreDrafts()
  const forbidden = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  vi.stubGlobal('localStorage', undefined)
  Object.defineProperty(globalThis, 'localStorage', { get: forbidden, configurable: true })
  storeDraft('enquiry:1', 'We have a van.')
  storeDraft('enquiry:2', 'Sorry')
  storeDraft('enquiry:2', '')
  expect(readDraftText('enquiry:1')).toBe('We have a van.')
  expect(readDraftText('enquiry:2')).toBe('')
  expect(told).toHaveBeenCalledTimes(1)
})
