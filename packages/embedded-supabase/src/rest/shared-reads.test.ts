import { expect, test } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

/** Creates reads that stay pending until the test resolves them. */
function slowReads() {
  const begun: PromiseWithResolvers<number>[] = []
  const read = (): Promise<number> => {
    const reading = Promise.withResolvers<number>()
    begun.push(reading)
    return reading.promise
  }
  return { begun, read }
}

test('callers during a running read share the next read, which begins after they asked', async () => {
  const share = createSharedReads<number>()
  const { begun, read } = slowReads()
  const first = share('list', read)
  const [second, third] = [share('list', read), share('list', read)]
  expect(begun).toHaveLength(1)
  begun[0]?.resolve(1)
  expect(await first).toBe(1)
  await Promise.resolve()
  expect(begun).toHaveLength(2)
  const fourth = share('list', read)
  begun[1]?.resolve(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
  begun[2]?.resolve(3)
  expect(await fourth).toBe(3)
  void share('list', read)
  expect(begun).toHaveLength(4)
})

test('reads with other keys do not wait', () => {
  const share = createSharedReads<number>()
  const { begun, read } = slowReads()
  void share('list', read)
  void share('one', read)
  expect(begun).toHaveLength(2)
})

test('a failed read rejects for its callers only, and the next read is tried afresh', async () => {
  const share = createSharedReads<number>()
  const { begun, read } = slowReads()
  const first = share('list', read)
  const [second, third] = [share('list', read), share('list', read)]
  begun[0]?.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  begun[1]?.reject(new Error('lost again'))
  await expect(second).rejects.toThrow('lost again')
  await expect(third).rejects.toThrow('lost again')
  const fourth = share('list', read)
  begun[2]?.resolve(4)
  expect(await fourth).toBe(4)
})
