import { get } from 'idb-keyval'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.resetModules())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function openStore() {
  return (await import('./device-database.ts')).deviceStore
}

interface OpenRequest {
  error: Error
  result: unknown
  onerror?: () => void
  onsuccess?: () => void
}

/** Stubs IndexedDB: the test decides how each request to open the database ends. */
function stubDatabase() {
  const requests: OpenRequest[] = []
  const open = () => {
    const request = {
      error: new DOMException('broken', 'UnknownError'),
      result: {
        transaction: () => {
          throw new DOMException('No such store', 'NotFoundError')
        },
      },
    }
    requests.push(request)
    return request
  }
  vi.stubGlobal('indexedDB', { open })
  return requests
}

test('reading rejects without throwing in a browser without IndexedDB', async () => {
  vi.useFakeTimers()
  const store = await openStore()
  await expect(get('a', store)).rejects.toThrow('indexedDB is not defined')
  expect(vi.getTimerCount()).toBe(0)
})

test('reading rejects when the browser forbids opening the database', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('forbidden', 'SecurityError')
    },
  })
  await expect(get('a', await openStore())).rejects.toThrow('forbidden')
})

test('reading rejects when opening the database fails or lacks the object store', async () => {
  const requests = stubDatabase()
  const store = await openStore()
  const first = get('a', store)
  requests[0]?.onerror?.()
  await expect(first).rejects.toThrow('broken')
  const second = get('a', store)
  requests[1]?.onsuccess?.()
  await expect(second).rejects.toThrow('No such store')
})

test('reading rejects when opening does not finish within three seconds, and immediately after that', async () => {
  vi.useFakeTimers()
  stubDatabase()
  const store = await openStore()
  const first = get('a', store).catch(String)
  await vi.advanceTimersByTimeAsync(2999)
  expect(await Promise.race([first, 'waiting'])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await first).toContain('did not answer')
  const second = get('a', store).catch(String)
  await vi.advanceTimersByTimeAsync(0)
  expect(await Promise.race([second, 'waiting'])).toContain('did not answer')
})
