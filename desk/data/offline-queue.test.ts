import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'

const told = vi.hoisted(() => vi.fn())
vi.mock('../ui/toasts.tsx', () => ({ showToast: told }))
vi.mock('./client.ts', () => ({ isSignedOut: () => false }))
vi.mock('idb-keyval', () => {
  const refuse = () => Promise.reject(new DOMException('forbidden', 'SecurityError'))
  return { createStore: () => null, del: refuse, get: refuse, keys: refuse, set: refuse }
})

test('warns once about offline changes that the browser cannot store, and can still lock the desk', async () => {
  vi.resetModules()
  const refuse = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'))
  vi.stubGlobal('navigator', { locks: { request: refuse } })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })
  const { createOfflineQueue } = await import('./offline-queue.ts')
  const queries = new QueryClient()
  const waiting = createOfflineQueue(queries, () => 'owner@example.com')
  const change = (mutationKey: string[]) =>
    queries.getMutationCache().build(
      queries,
      { mutationKey, meta: { touches: ['products'] } },
      {
        ...queries.getMutationCache().build(queries, {}).state,
        status: 'pending',
      },
    )
  change(['price'])
  waiting.write()
  change(['stock'])
  waiting.write()
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1))
  expect(told.mock.calls[0]?.[0]).toMatchObject({
    text: expect.stringMatching(/^This browser can’t/),
  })
  expect(await waiting.count()).toBe(2)
  await waiting.clear()
})
