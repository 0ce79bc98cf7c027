import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

const store = vi.hoisted(() => {
  vi.resetModules()
  return new Map<string, string>()
})
afterAll(() => void vi.resetModules())
const told = vi.hoisted(() => vi.fn())
vi.mock('../ui/toasts.tsx', () => ({ showToast: told }))
vi.mock('../data/client.ts', async () => {
  const { DeskError, NoAnswerError } = await import('../lib/errors.ts')
  return {
    isRetryable: (error: Error) => error instanceof NoAnswerError,
    isSignedOut: (error: Error) => error instanceof DeskError && error.code === 'PT401',
  }
})
vi.mock('idb-keyval', () => ({
  createStore: () => null,
  get: async (name: string) => store.get(name),
  set: async (name: string, text: string) => void store.set(name, text),
  del: async (name: string) => void store.delete(name),
  keys: async () => [...store.keys()],
}))

const owner = 'owner@example.com'
const cutOff = /^You were cut off before the shop answered\./
const notSent = 'What you did last was not sent, so nothing has changed. Please do it again.'

beforeEach(() => {
  store.clear()
  told.mockClear()
  // Fake `navigator.locks` that grants every lock at once, because no test holds a lock for long.
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: { request: (_: string, work: () => unknown) => Promise.resolve().then(work) },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
})

/** Opens a simulated tab of the desk. The data that it stores outlives the tab. */
async function openTab(who: string | null = owner) {
  const [
    { createOfflineQueue },
    { retryUntilAnswered, sendOnlyAsAuthor },
    { meKey },
    { DeskError },
  ] = await Promise.all([
    import('../data/offline-queue.ts'),
    import('../data/use-desk-mutation.ts'),
    import('../data/current-staff.ts'),
    import('../lib/errors.ts'),
  ])
  const queries = new QueryClient()
  const signIn = (email: string | null) =>
    queries.setQueryData(meKey, email === null ? null : { isIn: true, email })
  signIn(who)
  const waiting = createOfflineQueue(queries, () => {
    const me = queries.getQueryData<{ email: string } | null>(meKey)
    return me?.email ?? null
  })
  const changes = queries.getMutationCache()
  changes.config.onError = (error, _input, _shown, change) => waiting.storeRefused(error, change)
  changes.config.onSettled = (_output, error, _input, _shown, change) => {
    if (!(error instanceof DeskError && error.code === 'PT401')) waiting.markAnswered(change)
  }
  changes.subscribe(waiting.write)
  const press = (send: () => Promise<unknown>, mutationKey: string[] = ['once']) =>
    changes
      .build(queries, {
        mutationKey,
        meta: { touches: ['products'], who: owner },
        mutationFn: sendOnlyAsAuthor(send),
        ...retryUntilAnswered,
      })
      .execute({})
      .catch((error: unknown) => error)
  return { queries, waiting, press, signIn }
}

const kept = () => [...store.values()].join('\n')
const never = () => new Promise<unknown>(() => {})

test('a change that was being sent when the page reloaded is reported as possibly done', async () => {
  const before = await openTab()
  void before.press(never)
  await vi.waitFor(() => expect(kept()).toContain('"isOpen":true'))
  const after = await openTab()
  await after.waiting.resume()
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1))
  expect(told).toHaveBeenCalledWith(
    expect.objectContaining({ text: expect.stringMatching(cutOff) }),
  )
  expect(kept()).toBe('')
})

test('a change that the server confirmed is not reported after a reload', async () => {
  const before = await openTab()
  const sent = Promise.withResolvers<unknown>()
  const pressed = before.press(() => sent.promise)
  await vi.waitFor(() => expect(kept()).not.toBe(''))
  sent.resolve(null)
  await pressed
  await vi.waitFor(() => expect(kept()).toBe(''))
  const after = await openTab()
  await after.waiting.resume()
  expect(told).not.toHaveBeenCalled()
})

test('a change that the server refused as signed out is reported as not sent', async () => {
  const { DeskError } = await import('../lib/errors.ts')
  const before = await openTab()
  await before.press(async () => {
    throw new DeskError({ code: 'PT401', message: '' })
  })
  await vi.waitFor(() => expect(kept()).toContain('"isOpen":false'))
  before.waiting.suspend()
  const after = await openTab()
  await after.waiting.resume()
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1))
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ text: notSent }))
})

test('a change whose response arrives after the sign-out is not reported at the next sign-in', async () => {
  const tab = await openTab()
  const sent = Promise.withResolvers<unknown>()
  const pressed = tab.press(() => sent.promise)
  await vi.waitFor(() => expect(kept()).not.toBe(''))
  tab.signIn(null)
  tab.waiting.suspend()
  sent.resolve(null)
  await pressed
  await vi.waitFor(() => expect(kept()).toBe(''))
  told.mockClear()
  tab.signIn(owner)
  await tab.waiting.resume()
  expect(told).not.toHaveBeenCalled()
})

test(
  'a change without a response is retried, but never under another account',
  { tags: ['abuse-in-between'] },
  async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { NoAnswerError } = await import('../lib/errors.ts')
    const tab = await openTab()
    const send = vi.fn(async () => {
      throw new NoAnswerError(null)
    })
    const pressed = tab.press(send)
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(send.mock.calls.length).toBeGreaterThan(30)
    expect(kept()).not.toBe('')
    tab.signIn('packer@example.com')
    tab.waiting.suspend()
    const count = send.mock.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await pressed).toMatchObject({ name: 'SignedOutError' })
    expect(send).toHaveBeenCalledTimes(count)
  },
)

test('a repeatable change is sent again after a reload without a message', async () => {
  const before = await openTab()
  void before.press(never, ['again'])
  await vi.waitFor(() => expect(kept()).not.toBe(''))
  const after = await openTab()
  const send = vi.fn(async () => null)
  const { sendOnlyAsAuthor } = await import('../data/use-desk-mutation.ts')
  after.queries.setMutationDefaults(['again'], { mutationFn: sendOnlyAsAuthor(send) })
  await after.waiting.resume()
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  expect(told).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(kept()).toBe(''))
})

test('a change that is refused after the sign-out stays stored on the device', async () => {
  const { DeskError } = await import('../lib/errors.ts')
  const tab = await openTab()
  const sent = Promise.withResolvers<unknown>()
  const pressed = tab.press(() => sent.promise)
  await vi.waitFor(() => expect(kept()).not.toBe(''))
  tab.signIn(null)
  tab.waiting.suspend()
  sent.reject(new DeskError({ code: 'PT401', message: '' }))
  await pressed
  await vi.waitFor(() => expect(kept()).not.toBe(''))
  expect(kept()).toContain('"touches":["products"]')
})

test(
  'a change that is refused after the sign-out is not sent under the next account',
  { tags: ['abuse-in-between'] },
  async () => {
    const { DeskError } = await import('../lib/errors.ts')
    const tab = await openTab()
    const sent = Promise.withResolvers<unknown>()
    const pressed = tab.press(() => sent.promise, ['again'])
    await vi.waitFor(() => expect(kept()).not.toBe(''))
    tab.signIn(null)
    tab.waiting.suspend()
    sent.reject(new DeskError({ code: 'PT401', message: '' }))
    await pressed
    tab.signIn('packer@example.com')
    tab.waiting.write()
    expect(kept()).not.toContain('packer@example.com')
    expect(kept()).toContain('"who":"owner@example.com"')
  },
)

test('a change that is confirmed between the end of the session and the sign-in page is not stored', async () => {
  const tab = await openTab()
  const sent = Promise.withResolvers<unknown>()
  const pressed = tab.press(() => sent.promise, ['again'])
  await vi.waitFor(() => expect(kept()).not.toBe(''))
  tab.signIn(null)
  sent.resolve(null)
  await pressed
  tab.waiting.suspend()
  await vi.waitFor(() => expect(kept()).toBe(''))
})
