import { copyFile, chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/embedded-supabase/src/database/embedded.ts'
import { sendRawRequest } from '../support/raw-http.ts'
import { type RunningShop, openShop } from '../support/running-shop.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const crisp = '/shop/chilli-crisp/nashville-chilli-crisp'
const soon = { timeout: 10_000, interval: 50 }

let folder: string
let postgres: EmbeddedPostgres
let shops: RunningShop[]
let secret: SupabaseClient

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-postgres-'))
  await chmod(folder, 0o755)
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: quiet })
  const { port, username, password, database } = postgres.connection
  const DATABASE_URL = `postgres://${username}:${password}@127.0.0.1:${port}/${database}`
  const first = await openShop({ DATABASE_URL })
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'shop-'))
  await copyFile(join(first.dataDir, 'keys.json'), join(DATA_DIR, 'keys.json'))
  shops = [first, await openShop({ DATABASE_URL, DATA_DIR })]
  const keys = await first.keys()
  secret = createClient(first.url, keys.secret, { auth: { persistSession: false } })
})

afterAll(async () => {
  for (const shop of shops) await shop.remove()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the body of a page, once from each process. */
const bodies = (path: string) =>
  Promise.all(shops.map(async ({ url }) => (await sendRawRequest(url + path)).body))

async function changeProduct(values: object): Promise<void> {
  const { error } = await secret
    .from('products')
    .update(values)
    .eq('slug', 'nashville-chilli-crisp')
  expect(error).toBeNull()
}

test('a changed row appears on every page of every process within two seconds', async () => {
  const paths = [crisp, '/shop', '/', '/shop?filter=nashville', '/shop.data', `${crisp}.data`]
  for (const path of paths) await bodies(path)
  await changeProduct({ name: 'Memphis Chilli Crisp' })
  await vi.waitFor(
    async () => {
      for (const body of (await Promise.all(paths.map(bodies))).flat())
        expect(body).toContain('Memphis Chilli Crisp')
    },
    { timeout: 2000, interval: 50 },
  )
  await changeProduct({ name: 'Nashville Chilli Crisp' })
})

test(
  'a changed price soon appears on every page of every process',
  { tags: ['abuse-pages'] },
  async () => {
    const paths = [crisp, '/shop', '/', '/shop?filter=nashville', '/shop.data', `${crisp}.data`]
    for (const path of paths) await bodies(path)
    const { data } = await secret
      .from('products')
      .select('id')
      .eq('slug', 'nashville-chilli-crisp')
      .single()
    await secret.from('prices').update({ unit_amount: 987 }).eq('product_id', data?.id)
    for (const path of paths) {
      const shown = path.endsWith('.data') ? '987' : '£9.87'
      await vi.waitFor(async () => {
        for (const body of await bodies(path)) expect(body).toContain(shown)
      }, soon)
    }
  },
)

test('a changed delivery price soon appears on every page of every process that names it', async () => {
  const paths = ['/faqs', '/terms-of-service', crisp, '/', '/faqs.data', '/terms-of-service.data']
  for (const path of paths) await bodies(path)
  await secret.from('delivery_methods').update({ price: 1234 }).eq('id', 'standard')
  for (const path of paths)
    await vi.waitFor(async () => {
      for (const body of await bodies(path)) expect(body).toMatch(/12\.34|\b1234\b/)
    }, soon)
  await secret.from('delivery_methods').update({ price: 329 }).eq('id', 'standard')
})

test('an announcement soon appears on every page of every process as plain text, and disappears again', async () => {
  const paths = ['/', '/faqs', '/privacy-policy', '/about', crisp]
  for (const path of paths) await bodies(path)
  const bar = { words: 'Closed & <b>merry</b>', link: '/shop?filter=hot&x="', is_on: true }
  expect((await secret.from('announcement_bar').insert(bar)).error).toBeNull()
  const expectedBar =
    '<aside class="announcement" aria-label="Announcement"><a href="/shop?filter=hot&amp;x=&quot;">Closed &amp; &lt;b&gt;merry&lt;/b&gt;</a></aside><header'
  for (const path of paths)
    await vi.waitFor(async () => {
      for (const body of await bodies(path))
        expect(body.replace('</aside></div>', '</aside>')).toContain(expectedBar)
    }, soon)
  await secret.from('announcement_bar').update({ is_on: false }).eq('id', true)
  for (const path of paths)
    await vi.waitFor(async () => {
      for (const body of await bodies(path)) expect(body).not.toContain('announcement')
    }, soon)
})

test('a category page may be indexed and cached, and includes products that are added to it', async () => {
  const { url } = shops[0] ?? { url: '' }
  const shelf = await sendRawRequest(`${url}/shop?filter=hot-sauce`)
  expect(shelf.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect(shelf.body).toContain('<title>Hot sauce | Shop | Y’alright</title>')
  expect(shelf.body).toContain(`<link rel="canonical" href="${url}/shop?filter=hot-sauce"/>`)
  expect(shelf.body).toContain('Lip Service Scotch Bonnet')
  expect(shelf.body).not.toContain('noindex')
  const dust = secret.from('products')
  await dust.update({ category: 'hot-sauce' }).eq('slug', 'trailer-trash-taco-dust')
  const row = { slug: 'a-25th', name: 'The 25th', category: 'merchandise' }
  await secret.from('products').insert(row)
  await vi.waitFor(async () => {
    for (const body of await bodies('/shop?filter=hot-sauce')) {
      expect(body).toContain('Trailer Trash Taco Dust')
      expect(body).toContain('25 stickers. ')
    }
  }, soon)
  await secret.from('products').delete().eq('slug', row.slug)
  await dust.update({ category: 'seasoning' }).eq('slug', 'trailer-trash-taco-dust')
})

test('a product that sells out or comes back soon changes on every list', async () => {
  const stamps = async () =>
    (await bodies('/shop?filter=nashville')).map((body) => body.split('SOLD OUT').length)
  const before = await stamps()
  await changeProduct({ stock: 0 })
  await vi.waitFor(async () => expect(await stamps()).not.toEqual(before), soon)
  await changeProduct({ stock: null })
  await vi.waitFor(async () => expect(await stamps()).toEqual(before), soon)
})

test('a change to a field of the product page alone soon appears there', async () => {
  await bodies(crisp)
  await changeProduct({ storage: 'Under the stairs.' })
  await vi.waitFor(async () => {
    for (const body of await bodies(crisp)) expect(body).toContain('Under the stairs.')
  }, soon)
})

test(
  'a product answers under a made-up category without being cached',
  { tags: ['abuse-pages'] },
  async () => {
    const { url } = shops[0] ?? { url: '' }
    const { status, headers, body } = await sendRawRequest(
      `${url}/shop/made-up/nashville-chilli-crisp`,
    )
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(body).toContain(`<link rel="canonical" href="${url}${crisp}"/>`)
    const own = await sendRawRequest(url + crisp)
    expect(own.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  },
)

test(
  'a new connection is answered while sixty pages are rendered for products that do not exist',
  { tags: ['abuse-pages'] },
  async () => {
    const { url } = shops[0] ?? { url: '' }
    let rendered = 0
    const sent = Array.from({ length: 60 }, async (_, number) => {
      const { status } = await sendRawRequest(`${url}/shop/chilli-crisp/gone-${number}`)
      rendered += 1
      return status
    })
    await vi.waitFor(() => expect(rendered).toBeGreaterThan(0), { timeout: 10_000, interval: 1 })
    expect((await sendRawRequest(`${url}/healthz`)).status).toBe(200)
    expect(rendered).toBeLessThan(30)
    expect(new Set(await Promise.all(sent))).toEqual(new Set([404]))
  },
)

test('all unknown paths share one cached Page Not Found and answer 404', async () => {
  const { url } = shops[0] ?? { url: '' }
  const pages = await Promise.all(
    ['/nowhere', '/no/where?at=all'].map((path) => sendRawRequest(url + path)),
  )
  expect(pages.map(({ status }) => status)).toEqual([404, 404])
  expect(pages[0]?.body).toContain('Page Not Found')
  expect(pages[1]?.headers['etag']).toBe(pages[0]?.headers['etag'])
})

test('a path in upper case redirects to the page', async () => {
  const { url } = shops[0] ?? { url: '' }
  const answer = await sendRawRequest(`${url}/SHOP?filter=bbq`)
  expect([answer.status, answer.headers.location]).toEqual([308, '/shop?filter=bbq'])
})
