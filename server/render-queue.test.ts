import { expect, test } from 'vitest'
import { RenderQueue, TooBusy } from './render-queue.ts'

/** A queue with a visitor who has taken all places. */
function fullQueue() {
  const queue = new RenderQueue()
  const order: string[] = []
  const hold = Promise.withResolvers<void>()
  const running = Array.from({ length: 8 }, () => queue.run('greedy', () => hold.promise))
  const ask = (visitor: string, page: string) =>
    queue.run(visitor, async () => void order.push(page))
  return { queue, order, ask, release: () => hold.resolve(), running }
}

test('somebody who asks for many pages lets others go in between', async () => {
  const { order, ask, release } = fullQueue()
  const greedy = [1, 2, 3].map((page) => ask('greedy', `greedy ${page}`))
  const other = ask('other', 'other 1')
  release()
  await Promise.all([...greedy, other])
  expect(order.indexOf('other 1')).toBe(1)
})

test('whoever waits for too many pages is refused, others are not', async () => {
  const { ask, release } = fullQueue()
  const waiting = Array.from({ length: 64 }, (_, page) => ask('greedy', `greedy ${page}`))
  await expect(ask('greedy', 'one more')).rejects.toBeInstanceOf(TooBusy)
  const other = ask('other', 'other')
  release()
  await expect(Promise.all([...waiting, other])).resolves.toHaveLength(65)
})

test('a crowd is refused when the queue is full, and let in again when it is not', async () => {
  const { ask, release } = fullQueue()
  const crowd = Array.from({ length: 256 }, (_, number) => ask(`visitor ${number}`, 'page'))
  await expect(ask('late', 'page')).rejects.toBeInstanceOf(TooBusy)
  release()
  await Promise.all(crowd)
  await expect(ask('late', 'page')).resolves.toBeUndefined()
})

test('a page that could not be rendered gives its place back', async () => {
  const queue = new RenderQueue()
  const broken = Array.from({ length: 20 }, () =>
    queue.run('a', () => Promise.reject(new Error('no'))),
  )
  await Promise.allSettled(broken)
  expect(await queue.run('a', async () => 'page')).toBe('page')
})
