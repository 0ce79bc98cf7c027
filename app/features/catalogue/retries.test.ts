import { expect, test } from 'vitest'
import { withRetries } from './queries.server.ts'

function failing(times: number) {
  let calls = 0
  return {
    calls: () => calls,
    ask: () => {
      calls += 1
      return calls <= times
        ? Promise.reject(new Error(`failure ${calls}`))
        : Promise.resolve('answer')
    },
  }
}

const atOnce = () => Promise.resolve()

test('an answer is taken without a second question', async () => {
  const source = failing(0)
  expect(await withRetries(source.ask, 2, atOnce)).toBe('answer')
  expect(source.calls()).toBe(1)
})

test('two retries are three questions', async () => {
  const source = failing(2)
  expect(await withRetries(source.ask, 2, atOnce)).toBe('answer')
  expect(source.calls()).toBe(3)
})

test('after the last retry the last failure is thrown', async () => {
  const source = failing(9)
  await expect(withRetries(source.ask, 2, atOnce)).rejects.toThrow('failure 3')
  expect(source.calls()).toBe(3)
})

test('it waits between the questions and says how often it has failed', async () => {
  const waits: number[] = []
  await withRetries(failing(2).ask, 2, (failures) => {
    waits.push(failures)
    return Promise.resolve()
  })
  expect(waits).toEqual([1, 2])
})
