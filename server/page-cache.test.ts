import { expect, test, vi } from 'vitest'
import { FRESH_MS, GRACE_MS, PageCache, type RenderedPage } from './page-cache.ts'

type Render = (address: string) => Promise<RenderedPage>
type TakeTurn = ConstructorParameters<typeof PageCache>[0]['takeTurn']

/** Creates a cache in which every page is rendered as the text of `sign`. */
function createCache() {
  const clock = { now: 0 }
  const failures: string[] = []
  const lookups: boolean[] = []
  const sign = { text: 'one' }
  const render = vi.fn<Render>(async () => page(sign.text))
  const takeTurn = vi.fn<TakeTurn>((_, __, work) => work())
  const cache = new PageCache({
    clock: () => clock.now,
    render,
    takeTurn,
    onLookup: (isReady) => lookups.push(isReady),
    onRefreshFailed: (address) => failures.push(address),
  })
  const ask = async (address = '/shop', visitor = 'visitor') =>
    (await (await cache.get(address, () => visitor)).compress('identity')).bytes.toString()
  return { cache, clock, failures, lookups, sign, render, takeTurn, ask }
}

function page(text: string, changes: Partial<RenderedPage> = {}): RenderedPage {
  const reads = new Set(['products'])
  return { status: 200, headers: {}, body: Buffer.from(text), mayBeCached: true, reads, ...changes }
}

const broken = () => page('broken', { status: 503, mayBeCached: false })
const everything = () => true

test('serves a fresh page from the cache', async () => {
  const { ask, render } = createCache()
  await ask()
  expect(await ask()).toBe('one')
  expect(render).toHaveBeenCalledTimes(1)
})

test('reports for each lookup whether the page was cached', async () => {
  const { ask, lookups } = createCache()
  await ask()
  await ask()
  expect(lookups).toEqual([false, true])
})

test('simultaneous visitors share one rendering', async () => {
  const { ask, render } = createCache()
  await Promise.all([ask(), ask(), ask()])
  expect(render).toHaveBeenCalledTimes(1)
})

/** Lets a test decide when each visitor gets a turn, or refuse it. */
function controlTurns(takeTurn: ReturnType<typeof createCache>['takeTurn']) {
  const turns = new Map<string, PromiseWithResolvers<void>>()
  takeTurn.mockImplementation(async (visitor, isAborted, work) => {
    const turn = Promise.withResolvers<void>()
    turns.set(visitor, turn)
    await turn.promise
    if (isAborted()) throw new Error('nobody waits')
    return work()
  })
  return turns
}

test(
  'renders a page in the first turn of a visitor, for all who wait for it',
  { tags: ['abuse-pages'] },
  async () => {
    const { ask, render, takeTurn } = createCache()
    const turns = controlTurns(takeTurn)
    const flood = [ask('/shop', 'flood'), ask('/shop', 'flood')]
    const other = ask('/shop', 'other')
    expect([...turns.keys()]).toEqual(['flood', 'other'])
    expect(takeTurn).toHaveBeenCalledTimes(2)
    turns.get('other')?.resolve()
    expect(await other).toBe('one')
    expect(await Promise.all(flood)).toEqual(['one', 'one'])
    turns.get('flood')?.resolve()
    expect(render).toHaveBeenCalledTimes(1)
  },
)

test(
  'a visitor who gets no turn is refused alone, while others wait for the same page',
  { tags: ['abuse-pages'] },
  async () => {
    const { ask, takeTurn } = createCache()
    const turns = controlTurns(takeTurn)
    const [flood, other] = [ask('/shop', 'flood'), ask('/shop', 'other')]
    turns.get('flood')?.reject(new Error('too many'))
    await expect(flood).rejects.toThrow('too many')
    const again = ask('/shop', 'flood')
    turns.get('flood')?.resolve()
    expect(await Promise.all([again, other])).toEqual(['one', 'one'])
  },
)

test('joins a rendering that is running without a turn, and gets its error', async () => {
  const { ask, render, takeTurn } = createCache()
  const slow = Promise.withResolvers<RenderedPage>()
  render.mockImplementationOnce(() => slow.promise)
  const asked = [ask('/shop', 'one'), ask('/shop', 'two')]
  expect(takeTurn).toHaveBeenCalledTimes(1)
  slow.reject(new Error('broken'))
  for (const each of asked) await expect(each).rejects.toThrow('broken')
  expect(await ask()).toBe('one')
})

test('serves the old page after five minutes while a new one is rendered', async () => {
  const { ask, clock, sign, render } = createCache()
  await ask()
  clock.now = FRESH_MS
  sign.text = 'new'
  expect(await ask()).toBe('one')
  await expect.poll(() => ask()).toBe('new')
  expect(render).toHaveBeenCalledTimes(2)
})

test('keeps the old page and reports the failure when a page cannot be rendered again', async () => {
  const { ask, clock, render, failures } = createCache()
  await ask()
  clock.now = FRESH_MS
  render.mockImplementation(async () => broken())
  expect(await ask()).toBe('one')
  await expect.poll(() => failures).toEqual(['/shop'])
  expect(await ask()).toBe('one')
})

test(
  'serves the old page after a change until one new rendering is done',
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

test('renders visited pages again after a change without waiting for a visitor, the most visited first', async () => {
  const { cache, ask, render, takeTurn } = createCache()
  for (const address of ['/c', '/a', '/b', '/b', '/b', '/a']) await ask(address)
  render.mockClear()
  takeTurn.mockClear()
  cache.invalidate(everything)
  await expect.poll(() => render).toHaveBeenCalledTimes(3)
  expect(render.mock.calls).toEqual([['/b'], ['/a'], ['/c']])
  expect(takeTurn).not.toHaveBeenCalled()
})

test('does not render a page again that had no visitor since the last change', async () => {
  const { cache, ask, render } = createCache()
  await ask()
  cache.invalidate(everything)
  await expect.poll(() => render).toHaveBeenCalledTimes(2)
  await ask('/other')
  cache.invalidate(everything)
  await expect.poll(() => render).toHaveBeenCalledTimes(4)
  expect(render.mock.calls).toEqual([['/shop'], ['/shop'], ['/other'], ['/other']])
})

test(
  'the two seconds of grace count from the change, even if it is announced a second later',
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

test('serves no old page after a change that is announced after two seconds', async () => {
  const { cache, ask, clock, sign } = createCache()
  await ask()
  sign.text = 'new'
  clock.now = GRACE_MS + 500
  cache.invalidate(everything, 500)
  expect(await ask()).toBe('new')
})

test(
  'serves no old page two seconds after a change, even if other pages are slow',
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

test('keeps a page that does not show the changed data', { tags: ['abuse-pages'] }, async () => {
  const { cache, ask, clock, render } = createCache()
  await ask()
  await ask()
  cache.invalidate((reads) => reads.has('delivery'))
  clock.now = GRACE_MS
  expect(await ask()).toBe('one')
  expect(render).toHaveBeenCalledTimes(1)
})

test('a page that was being rendered during a change is not served as new', async () => {
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
  'a visitor two seconds after a change does not share a rendering that began before it',
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

test('a visitor two seconds after a change does not get the error of a rendering that began before it', async () => {
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

test('a page that was being rendered during a change is rendered again without waiting for a visitor', async () => {
  const { cache, ask, render, takeTurn } = createCache()
  const slow = Promise.withResolvers<RenderedPage>()
  render.mockImplementationOnce(() => slow.promise)
  const early = ask()
  cache.invalidate(everything)
  slow.resolve(page('before'))
  await early
  await expect.poll(() => render).toHaveBeenCalledTimes(2)
  expect(takeTurn).toHaveBeenCalledTimes(1)
})

test(
  'serves the last good page when the database is gone after a change',
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

test('serves the old page, or an error without one, when the render queue is full', async () => {
  const { cache, ask, clock, render } = createCache()
  await ask()
  render.mockImplementation(() => Promise.reject(new Error('too many')))
  cache.invalidate(everything)
  clock.now = GRACE_MS
  expect(await ask()).toBe('one')
  await expect(ask('/new')).rejects.toThrow('too many')
})

test('renders a page that must not be cached for each visitor', async () => {
  const { ask, render } = createCache()
  render.mockImplementation(async () => page('personal', { mayBeCached: false }))
  await ask()
  await ask()
  expect(render).toHaveBeenCalledTimes(2)
})

test(
  'evicts the least recently visited pages when the cache exceeds its size',
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
