import { expect, test } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

/** Creates reads that end on request, each with its own number. */
function slowReads() {
  const begun: PromiseWithResolvers<number>[] = []
  const read = (): Promise<number> => {
    const reading = Promise.withResolvers<number>()
    begun.push(reading)
    return reading.promise
  }
  return { begun, read }
}

test('who asks while a read is under way shares the next, which begins after the question', async () => {
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

test('other questions do not wait', () => {
  const share = createSharedReads<number>()
  const { begun, read } = slowReads()
  void share('list', read)
  void share('one', read)
  expect(begun).toHaveLength(2)
})

test('a read that fails does so for those who share it, and for nobody after them', async () => {
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
