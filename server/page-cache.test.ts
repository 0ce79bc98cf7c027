import { expect, test, vi } from 'vitest'
import { FRESH_MS, PageCache, type RenderedPage } from './page-cache.ts'

function createCache() {
  const clock = { now: 0 }
  const failures: string[] = []
  const cache = new PageCache({
    clock: () => clock.now,
    onRefreshFailed: (key) => failures.push(key),
  })
  return { cache, clock, failures }
}

function page(text: string, changes: Partial<RenderedPage> = {}): RenderedPage {
  return { status: 200, headers: {}, body: Buffer.from(text), mayBeCached: true, ...changes }
}

const textOf = async (cache: PageCache, render: () => Promise<RenderedPage>) =>
  (await (await cache.get('/shop', render)).pack('identity')).toString()

test('a fresh page is answered without rendering it again', async () => {
  const { cache } = createCache()
  const render = vi.fn(async () => page('one'))
  await textOf(cache, render)
  expect(await textOf(cache, render)).toBe('one')
  expect(render).toHaveBeenCalledTimes(1)
})

test('visitors who come together wait for one rendering', async () => {
  const { cache } = createCache()
  const render = vi.fn(async () => page('one'))
  await Promise.all([textOf(cache, render), textOf(cache, render), textOf(cache, render)])
  expect(render).toHaveBeenCalledTimes(1)
})

test('after five minutes the old page is answered while a new one is made', async () => {
  const { cache, clock } = createCache()
  await textOf(cache, async () => page('old'))
  clock.now = FRESH_MS
  expect(await textOf(cache, async () => page('new'))).toBe('old')
  await vi.waitFor(async () => expect(await textOf(cache, async () => page('newer'))).toBe('new'))
})

test('when a page cannot be rendered anew the old one stays and the failure is told', async () => {
  const { cache, clock, failures } = createCache()
  await textOf(cache, async () => page('old'))
  clock.now = FRESH_MS
  const broken = async () => page('broken', { status: 503, mayBeCached: false })
  expect(await textOf(cache, broken)).toBe('old')
  await vi.waitFor(() => expect(failures).toEqual(['/shop']))
  expect(await textOf(cache, broken)).toBe('old')
})

test('after a change of the catalogue the next visitor gets a new page', async () => {
  const { cache } = createCache()
  await textOf(cache, async () => page('before'))
  cache.drop()
  expect(await textOf(cache, async () => page('after'))).toBe('after')
})

test('a page that was being rendered when the catalogue changed is not kept', async () => {
  const { cache } = createCache()
  const slow = Promise.withResolvers<RenderedPage>()
  const early = textOf(cache, () => slow.promise)
  cache.drop()
  slow.resolve(page('before'))
  await early
  expect(await textOf(cache, async () => page('after'))).toBe('after')
})

test('with the database gone after a change, the last good page is better than none', async () => {
  const { cache } = createCache()
  await textOf(cache, async () => page('before'))
  cache.drop()
  expect(await textOf(cache, async () => page('sorry', { status: 503, mayBeCached: false }))).toBe(
    'before',
  )
  expect(await textOf(cache, async () => page('after'))).toBe('after')
})

test('what may not be cached is rendered for each visitor', async () => {
  const { cache } = createCache()
  const render = vi.fn(async () => page('personal', { mayBeCached: false }))
  await textOf(cache, render)
  await textOf(cache, render)
  expect(render).toHaveBeenCalledTimes(2)
})

test('the cache does not grow without end', async () => {
  const { cache } = createCache()
  const render = vi.fn(async () => page('x'))
  for (let index = 0; index < 500; index += 1) await cache.get(`/shop/${index}/x`, render)
  await cache.get('/shop/0/x', render)
  expect(render).toHaveBeenCalledTimes(501)
})
