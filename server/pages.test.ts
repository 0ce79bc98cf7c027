import { once } from 'node:events'
import { createServer } from 'node:http'
import { createClient } from '@supabase/supabase-js'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import type { PageAnswer } from '../app/entry.server.tsx'
import { RowCache } from './row-cache.ts'
import { createPageServer, type PageServer } from './pages.ts'
import type { Storefront } from './storefront.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** Creates pages of a mocked storefront that renders each address as its own text. */
async function openPages(
  render = vi.fn<Storefront['render']>(async ({ url }) => sheet(url)),
  isUnknown: Storefront['isUnknown'] = (path) => path.startsWith('/nowhere'),
) {
  const supabase = createClient('http://localhost', 'key')
  const siteUrl = new URL('http://localhost:3000')
  const pages = createPageServer({
    storefront: {
      render,
      answerFile: () => false,
      isUnknown,
      isBuilt: true,
      stop: async () => undefined,
    },
    siteUrl,
    connectTo: [],
    context: {
      supabase,
      publishableKey: 'key',
      supabaseUrl: '',
      siteUrl: siteUrl.origin,
      now: Date.now,
      logFailure: () => undefined,
    },
    rows: new RowCache(supabase, Date.now),
    getClientAddress: (request) => String(request.headers['x-visitor'] ?? 'somebody'),
    onLookup: () => undefined,
    clock: Date.now,
    log: pino({ level: 'silent' }),
  })
  const ask = await serve(pages)
  return { pages, render, ask }
}

function sheet(text: string, headers: Record<string, string> = {}): PageAnswer {
  return {
    status: 200,
    headers: new Headers({ 'content-type': 'text/html; charset=utf-8', ...headers }),
    body: Buffer.from(`<html><head></head><body>${text}</body></html>`),
  }
}

async function serve(pages: PageServer) {
  const server = createServer((request, response) => {
    const [pathname = '/', query = ''] = (request.url ?? '/').split('?')
    pages.answer(request, response, pathname, query).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${address.port}${path}`, { headers, redirect: 'manual' })
}

test('invented parameters take no space in the cache', { tags: ['abuse-pages'] }, async () => {
  const { ask, render } = await openPages()
  for (let number = 0; number < 100; number += 1) {
    await ask(`/shop?heat=${number}&sort=${number}&stock=${number}&utm_source=${number}`)
    await ask(`/shop.data?heat=${number}&_routes=${number}`)
    await ask(`/shop?stock=in&x=${number}&heat=3-4&heat=${number}`)
  }
  expect(render.mock.calls.map(([request]) => new URL(request.url).pathname)).toEqual([
    '/shop',
    '/shop.data',
    '/shop',
  ])
})

test.each([
  ['/SHOP', '/shop'],
  ['/Shop/Hot-Sauce/X?Filter=A', '/shop/hot-sauce/x?Filter=A'],
  ['/%73hop', '/shop'],
  ['/CART?token=Ab%20C', '/cart?token=Ab%20C'],
])('redirects %s to %s without rendering it', { tags: ['abuse-pages'] }, async (path, target) => {
  const { ask, render } = await openPages()
  const answer = await ask(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([308, target])
  expect(render).not.toHaveBeenCalled()
})

test('renders a page that its loader excludes from the cache for each visitor', async () => {
  const headers = { 'cache-control': 'private, no-store' }
  const { ask, render } = await openPages(vi.fn(async ({ url }) => sheet(url, headers)))
  await ask('/shop/made-up/x')
  const { headers: sent } = await ask('/shop/made-up/x')
  expect(sent.get('cache-control')).toBe('private, no-store')
  expect(render).toHaveBeenCalledTimes(2)
})

test('renders a page again only after a change of rows that its loader has read', async () => {
  const { ask, render, pages } = await openPages(
    vi.fn(async ({ url }, context) => {
      const path = new URL(url).pathname
      if (path === '/shop/x/mug') await context.readRows('product:mug', async () => 'mug')
      if (path === '/sitemap.xml') await context.supabase.auth.getSession()
      return sheet(url)
    }),
  )
  const paths = ['/faqs', '/shop/x/mug', '/sitemap.xml']
  for (const path of paths) await ask(path)
  render.mockClear()
  pages.invalidate('product:sauce product:1')
  await expect.poll(() => render).toHaveBeenCalledTimes(1)
  for (const path of paths) await ask(path)
  pages.invalidate('product:mug product:2')
  await expect.poll(() => render).toHaveBeenCalledTimes(3)
  const rendered = render.mock.calls.map(([request]) => new URL(request.url).pathname)
  expect(rendered[0]).toBe('/sitemap.xml')
  expect(rendered.slice(1).toSorted()).toEqual(['/shop/x/mug', '/sitemap.xml'])
})

test(
  'Page Not Found is rendered once for all unknown paths and keeps its status',
  { tags: ['abuse-pages'] },
  async () => {
    const render = vi.fn<Storefront['render']>(async ({ url }) => ({ ...sheet(url), status: 404 }))
    const { ask } = await openPages(render)
    const answers = []
    for (let number = 0; number < 20; number += 1) answers.push(await ask(`/nowhere/${number}?x=1`))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    expect((await ask('/nowhere/1.data')).status).toBe(404)
    expect(render).toHaveBeenCalledTimes(2)
  },
)

test('serves a cached page without matching its route', async () => {
  const isUnknown = vi.fn<Storefront['isUnknown']>(() => false)
  const { ask } = await openPages(undefined, isUnknown)
  for (let visit = 0; visit < 3; visit += 1) expect((await ask('/shop')).status).toBe(200)
  expect(isUnknown).toHaveBeenCalledTimes(1)
})

test('renders a missing page of a known route each time', async () => {
  const render = vi.fn<Storefront['render']>(async ({ url }) => ({ ...sheet(url), status: 404 }))
  const { ask } = await openPages(render)
  await ask('/shop/x/gone')
  await ask('/shop/x/gone')
  expect(render).toHaveBeenCalledTimes(2)
})

test('the event loop runs often enough between two pages for a crowd of new connections', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  open.push(async () => void vi.useRealTimers())
  let loops = 0
  const count = () => {
    loops += 1
    ticking = setImmediate(count)
  }
  let ticking = setImmediate(count)
  open.push(async () => clearImmediate(ticking))
  const renderedIn: number[] = []
  const { ask } = await openPages(
    vi.fn(async ({ url }) => {
      renderedIn.push(loops)
      return sheet(url)
    }),
  )
  await Promise.all(Array.from({ length: 40 }, (_, number) => ask(`/shop/x/${number}`)))
  const between = renderedIn.slice(1).map((at, page) => at - (renderedIn[page] ?? at))
  expect(Math.min(...between)).toBeGreaterThanOrEqual(60)
  expect(between).toHaveLength(39)
})

test(
  'a visitor does not wait in the queue of a flood that asks for the same page',
  { tags: ['abuse-pages'] },
  async () => {
    const held = Promise.withResolvers<void>()
    const render = vi.fn<Storefront['render']>(async ({ url }) => {
      if (url.includes('/flood')) await held.promise
      return sheet(url)
    })
    const isUnknown = vi.fn<Storefront['isUnknown']>(() => false)
    const { ask } = await openPages(render, isUnknown)
    const flood = ['/flood/1', '/flood/2'].map((path) => ask(path, { 'x-visitor': 'a flood' }))
    await expect.poll(() => render).toHaveBeenCalledTimes(2)
    const cart = ask('/cart', { 'x-visitor': 'a flood' })
    await expect.poll(() => isUnknown).toHaveBeenCalledWith('/cart')
    expect((await ask('/cart')).status).toBe(200)
    expect((await cart).status).toBe(200)
    held.resolve()
    await Promise.all(flood)
  },
)

test(
  'asks a flood of addresses to come back later, while other visitors get cached and new pages',
  { tags: ['abuse-pages'] },
  async () => {
    const held = Promise.withResolvers<void>()
    const render = vi.fn<Storefront['render']>(async ({ url }) => {
      if (url.includes('/flood')) await held.promise
      return sheet(url)
    })
    const { ask } = await openPages(render)
    await ask('/shop')
    const refused: Response[] = []
    const flood = Array.from({ length: 100 }, async (_, number) => {
      const answer = await ask(`/flood/${number}`, { 'x-visitor': 'a flood' })
      if (answer.status === 503) refused.push(answer)
    })
    await expect.poll(() => refused).toHaveLength(34)
    expect(refused[0]?.headers.get('retry-after')).toBe('2')
    expect(refused[0]?.headers.get('cache-control')).toBe('no-store')
    expect((await ask('/shop')).status).toBe(200)
    const unknown = ask('/faqs')
    held.resolve()
    expect((await unknown).status).toBe(200)
    await Promise.all(flood)
    expect(refused).toHaveLength(34)
  },
)
