import { expect, test } from 'vitest'
import { withRetries } from './queries.server.ts'

function createFailingSource(times: number) {
  let calls = 0
  return {
    calls: () => calls,
    request: () => {
      calls += 1
      return calls <= times
        ? Promise.reject(new Error(`failure ${calls}`))
        : Promise.resolve('answer')
    },
  }
}

const noDelay = () => Promise.resolve()

test('a successful request is sent once', async () => {
  const source = createFailingSource(0)
  expect(await withRetries(source.request, 2, noDelay)).toBe('answer')
  expect(source.calls()).toBe(1)
})

test('two retries make three requests', async () => {
  const source = createFailingSource(2)
  expect(await withRetries(source.request, 2, noDelay)).toBe('answer')
  expect(source.calls()).toBe(3)
})

test('throws the last error after the last retry', async () => {
  const source = createFailingSource(9)
  await expect(withRetries(source.request, 2, noDelay)).rejects.toThrow('failure 3')
  expect(source.calls()).toBe(3)
})

test('waits before each retry with the number of failures', async () => {
  const waits: number[] = []
  await withRetries(createFailingSource(2).request, 2, (failures) => {
    waits.push(failures)
    return Promise.resolve()
  })
  expect(waits).toEqual([1, 2])
})
