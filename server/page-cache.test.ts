import { expect, test, vi } from 'vitest'
import { FRESH_MS, GRACE_MS, PageCache, type RenderedPage } from './page-cache.ts'

type Render = (address: string, visitor: string | null) => Promise<RenderedPage>

/** Creates a cache whose pages all render the text of `sign`. */
function createCache() {
  const clock = { now: 0 }
  const failures: string[] = []
  const asked: boolean[] = []
  const sign = { text: 'one' }
  const render = vi.fn<Render>(async () => page(sign.text))
  const cache = new PageCache({
    clock: () => clock.now,
    render,
    onAsked: (isReady) => asked.push(isReady),
    onRefreshFailed: (address) => failures.push(address),
  })
  const ask = async (address = '/shop') =>
    (await (await cache.get(address, () => 'visitor')).pack('identity')).bytes.toString()
  return { cache, clock, failures, asked, sign, render, ask }
}

function page(text: string, changes: Partial<RenderedPage> = {}): RenderedPage {
  const reads = new Set(['products'])
  return { status: 200, headers: {}, body: Buffer.from(text), mayBeCached: true, reads, ...changes }
}

const broken = () => page('broken', { status: 503, mayBeCached: false })
const everything = () => true

test('a fresh page is answered without rendering it again', async () => {
  const { ask, render } = createCache()
  await ask()
  expect(await ask()).toBe('one')
  expect(render).toHaveBeenCalledTimes(1)
})

test('of each page that is asked for it is told whether it was ready', async () => {
  const { ask, asked } = createCache()
  await ask()
  await ask()
  expect(asked).toEqual([false, true])
})

test('visitors who come together wait for one rendering', async () => {
  const { ask, render } = createCache()
  await Promise.all([ask(), ask(), ask()])
  expect(render).toHaveBeenCalledTimes(1)
})

test('after five minutes the old page is answered while a new one is made', async () => {
  const { ask, clock, sign, render } = createCache()
  await ask()
  clock.now = FRESH_MS
  sign.text = 'new'
  expect(await ask()).toBe('one')
  await expect.poll(() => ask()).toBe('new')
  expect(render).toHaveBeenCalledTimes(2)
})

test('when a page cannot be rendered anew the old one stays and the failure is told', async () => {
  const { ask, clock, render, failures } = createCache()
  await ask()
  clock.now = FRESH_MS
  render.mockImplementation(async () => broken())
  expect(await ask()).toBe('one')
  await expect.poll(() => failures).toEqual(['/shop'])
  expect(await ask()).toBe('one')
})

test(
  'after a change visitors get the old page while one new one is made, and then that',
  { tags: ['abuse-pages'] },
  async () => {
    const { cache, ask, render } = createCache()
    await ask()
    await ask()
    const slow = Promise.withResolvers<RenderedPage>()
    render.mockImplementation(() => slow.promise)
    cache.invalidate(everything)
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['one', 'one', 'one'])
    slow.resolve(page('new'))
    await expect.poll(() => ask()).toBe('new')
    expect(render).toHaveBeenCalledTimes(2)
  },
)

test('pages that were visited are made anew after a change without waiting for a visitor, the most visited first', async () => {
  const { cache, ask, render } = createCache()
  for (const address of ['/c', '/a', '/b', '/b', '/b', '/a']) await ask(address)
  render.mockClear()
  cache.invalidate(everything)
  await expect.poll(() => render).toHaveBeenCalledTimes(3)
  expect(render.mock.calls).toEqual([
    ['/b', null],
    ['/a', null],
    ['/c', null],
  ])
})

test('a page that nobody visited since the last change is not made anew at the next', async () => {
  const { cache, ask, render } = createCache()
  await ask()
  cache.invalidate(everything)
  await expect.poll(() => render).toHaveBeenCalledTimes(2)
  await ask('/other')
  cache.invalidate(everything)
  await expect.poll(() => render).toHaveBeenLastCalledWith('/other', null)
  expect(render).toHaveBeenCalledTimes(4)
})

test(
  'the two seconds count from the change, also when it is heard of a second later',
  { tags: ['abuse-pages'] },
  async () => {
    const { cache, ask, clock, render } = createCache()
    await ask()
    const slow = Promise.withResolvers<RenderedPage>()
    render.mockImplementationOnce(() => slow.promise)
    clock.now = 1_100
    cache.invalidate(everything, 0)
    expect(await ask()).toBe('one')
    clock.now = GRACE_MS
    const late = ask()
    slow.resolve(page('new'))
    expect(await late).toBe('new')
  },
)

test('of a change that is heard of after two seconds nobody gets the old page', async () => {
  const { cache, ask, clock, sign } = createCache()
  await ask()
  sign.text = 'new'
  clock.now = GRACE_MS + 500
  cache.invalidate(everything, 500)
  expect(await ask()).toBe('new')
})

test(
  'two seconds after a change nobody gets the old page any more, whatever the others take',
  { tags: ['abuse-pages'] },
  async () => {
    const { cache, ask, clock, render } = createCache()
    await ask('/slow')
    await ask('/slow')
    await ask()
    render.mockImplementation((address) =>
      address === '/slow' ? new Promise(() => undefined) : Promise.resolve(page('new')),
    )
    cache.invalidate(everything)
    clock.now = GRACE_MS - 1
    expect(await ask()).toBe('one')
    clock.now = GRACE_MS
    expect(await ask()).toBe('new')
  },
)

test(
  'a page that does not show what changed is left as it is',
  { tags: ['abuse-pages'] },
  async () => {
    const { cache, ask, clock, render } = createCache()
    await ask()
    await ask()
    cache.invalidate((reads) => reads.has('delivery'))
    clock.now = GRACE_MS
    expect(await ask()).toBe('one')
    expect(render).toHaveBeenCalledTimes(1)
  },
)

test('a page that was being rendered when something changed is not taken for new', async () => {
  const { cache, ask, clock, sign, render } = createCache()
  const slow = Promise.withResolvers<RenderedPage>()
  render.mockImplementationOnce(() => slow.promise)
  const early = ask()
  cache.invalidate(everything)
  slow.resolve(page('before'))
  sign.text = 'after'
  expect(await early).toBe('before')
  await expect.poll(() => ask()).toBe('after')
  clock.now = GRACE_MS
  expect(await ask()).toBe('after')
})

test(
  'who comes two seconds after a change does not join a rendering that began before it',
  { tags: ['abuse-pages'] },
  async () => {
    const { cache, ask, clock, sign, render } = createCache()
    const slow = Promise.withResolvers<RenderedPage>()
    render.mockImplementationOnce(() => slow.promise)
    const early = ask()
    cache.invalidate(everything)
    sign.text = 'after'
    clock.now = GRACE_MS
    const late = [ask(), ask()]
    slow.resolve(page('before'))
    expect(await early).toBe('before')
    expect(await Promise.all(late)).toEqual(['after', 'after'])
    expect(render).toHaveBeenCalledTimes(2)
  },
)

test('nor does its fault become that of whoever comes two seconds after the change', async () => {
  const { cache, ask, clock, render } = createCache()
  const slow = Promise.withResolvers<RenderedPage>()
  render.mockImplementationOnce(() => slow.promise)
  const early = ask()
  cache.invalidate(everything)
  clock.now = GRACE_MS
  const late = ask()
  slow.reject(new Error('broken'))
  await expect(early).rejects.toThrow('broken')
  expect(await late).toBe('one')
})

test('a page that was being rendered when it changed is made anew without waiting for a visitor', async () => {
  const { cache, ask, render } = createCache()
  const slow = Promise.withResolvers<RenderedPage>()
  render.mockImplementationOnce(() => slow.promise)
  const early = ask()
  cache.invalidate(everything)
  slow.resolve(page('before'))
  await early
  await expect.poll(() => render).toHaveBeenLastCalledWith('/shop', null)
})

test(
  'with the database gone after a change, the last good page is better than none',
  { tags: ['abuse-database'] },
  async () => {
    const { cache, ask, clock, render, failures } = createCache()
    await ask()
    render.mockImplementation(async () => broken())
    cache.invalidate(everything)
    clock.now = GRACE_MS
    expect(await ask()).toBe('one')
    expect(failures).toContain('/shop')
    render.mockImplementation(async () => page('after'))
    await expect.poll(() => ask()).toBe('after')
  },
)

test('a page for which there is no room in the queue is answered with the old one, or not at all', async () => {
  const { cache, ask, clock, render } = createCache()
  await ask()
  render.mockImplementation(() => Promise.reject(new Error('too many')))
  cache.invalidate(everything)
  clock.now = GRACE_MS
  expect(await ask()).toBe('one')
  await expect(ask('/new')).rejects.toThrow('too many')
})

test('what may not be cached is rendered for each visitor', async () => {
  const { ask, render } = createCache()
  render.mockImplementation(async () => page('personal', { mayBeCached: false }))
  await ask()
  await ask()
  expect(render).toHaveBeenCalledTimes(2)
})

test(
  'the cache has room for so many bytes; what was not visited for longest goes',
  { tags: ['abuse-pages'] },
  async () => {
    const { ask, render } = createCache()
    const body = Buffer.alloc(1024 * 1024)
    render.mockImplementation(async () => page('', { body }))
    for (let number = 0; number < 40; number += 1) {
      await ask(`/shop/${number}`)
      await ask('/shop/0')
    }
    expect(render).toHaveBeenCalledTimes(40)
    await ask('/shop/1')
    expect(render).toHaveBeenCalledTimes(41)
  },
)
