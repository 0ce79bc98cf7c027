import { readFile, readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendRawRequest, sendRawText } from '../support/raw-http.ts'
import { type RunningShop, openPreparedShop } from '../support/running-shop.ts'

let shop: RunningShop
let secretKey: string
let publishableKey: string

beforeAll(async () => {
  shop = await openPreparedShop()
  ;({ secret: secretKey, publishable: publishableKey } = await shop.keys())
})

afterAll(() => shop.remove())

const PLACES = [
  '/',
  '/shop',
  '/cart',
  '/no-such-page',
  '/%E0%A4%A',
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/rest/v1/products',
  '/auth/v1/user',
  '/functions/v1/nothing',
  '/sandbox/mail',
  '/sandbox/nothing',
]

test.each(PLACES)(
  'the response for %s has the security headers',
  { tags: ['abuse-35'] },
  async (path) => {
    const { headers } = await sendRawRequest(shop.url + path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    expect(/script-src[^;]*unsafe-inline/.test(String(headers['content-security-policy']))).toBe(
      false,
    )
  },
)

test('a visitor’s host headers never appear in a page', { tags: ['abuse-34'] }, async () => {
  const lies = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  }
  const { body } = await sendRawRequest(`${shop.url}/shop/product/apple-terror-sauce`, {
    headers: lies,
  })
  expect(body).not.toContain('evil.example')
  expect(body).toContain(shop.url)
})

test(
  'an unknown query parameter is neither shown nor cached separately',
  { tags: ['abuse-34'] },
  async () => {
    const plain = await sendRawRequest(`${shop.url}/shop`)
    const dressed = await sendRawRequest(
      `${shop.url}/shop?utm_source=%3Cscript%3Ealert(1)%3C/script%3E`,
    )
    expect(dressed.body).toBe(plain.body)
    expect(dressed.headers.etag).toBe(plain.headers.etag)
  },
)

test(
  'trailing slashes redirect to the page without them, and a path full of slashes answers 404',
  { tags: ['abuse-33'] },
  async () => {
    const { status, headers } = await sendRawRequest(`${shop.url}/shop${'/'.repeat(9000)}?heat=3`)
    expect([status, headers.location]).toEqual([308, '/shop?heat=3'])
    expect((await sendRawRequest(`${shop.url}/a${'/'.repeat(9000)}a`)).status).toBe(404)
  },
)

test('a cached page is revalidated with 304', async () => {
  const { headers } = await sendRawRequest(`${shop.url}/shop`)
  const again = await sendRawRequest(`${shop.url}/shop`, {
    headers: { 'if-none-match': String(headers.etag) },
  })
  expect(again.status).toBe(304)
  expect(again.body).toBe('')
})

test.each(['/cart', '/auth', '/account-settings', '/checkout/success', '/search?q=x'])(
  '%s is not cached',
  { tags: ['abuse-34'] },
  async (path) => {
    expect((await sendRawRequest(shop.url + path)).headers['cache-control']).toBe(
      'private, no-store',
    )
  },
)

test('a cacheable page sets no cookie', { tags: ['abuse-34'] }, async () => {
  expect((await sendRawRequest(`${shop.url}/shop`)).headers['set-cookie']).toBeUndefined()
})

test('an unknown filter answers with the empty text and is not cached', async () => {
  const { status, headers, body } = await sendRawRequest(`${shop.url}/shop?filter=moon-dust`)
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('private, no-store')
  expect(body).toContain('noindex')
  expect(body).toContain(
    'No products found in the moon-dust category. Try selecting a different category.',
  )
})

test('a changed price soon appears on the page', async () => {
  const secret = createClient(shop.url, secretKey, { auth: { persistSession: false } })
  await sendRawRequest(`${shop.url}/shop/hot-sauce/apple-terror-sauce`)
  const { data } = await secret
    .from('products')
    .select('id')
    .eq('slug', 'apple-terror-sauce')
    .single()
  await secret.from('prices').update({ unit_amount: 725 }).eq('product_id', data?.id)
  const showsNewPrice = async () => {
    expect((await sendRawRequest(`${shop.url}/shop/hot-sauce/apple-terror-sauce`)).body).toContain(
      '£7.25',
    )
  }
  await vi.waitFor(showsNewPrice, { timeout: 10_000 })
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
  'a page cannot be changed by %s',
  { tags: ['abuse-37'] },
  async (method) => {
    const { status, headers } = await sendRawRequest(`${shop.url}/shop`, { method })
    expect(status).toBe(405)
    expect(headers.allow).toBe('GET, HEAD')
  },
)

test('a form that a browser posts to its own page is answered with a page that leads back', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const answer = await fetch(`${shop.url}/auth?next=/cart`, {
    method: 'POST',
    headers: { accept },
    body: new URLSearchParams({ email: 'a@example.com', password: 'x' }),
  })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('content-type')).toContain('text/html')
  const page = await answer.text()
  expect(page).toContain('<h1>Nothing was sent</h1>')
  expect(page).toContain('<a href="">')
})

test(
  'a body of more than a megabyte is refused before it is read',
  { tags: ['abuse-31'] },
  async () => {
    const head = `POST /rest/v1/rpc/store_guest_cart HTTP/1.1\r\nHost: localhost\r\napikey: ${publishableKey}\r\nContent-Length: 5000000\r\n\r\n`
    expect(await sendRawText(shop.url, head)).toMatch(/^HTTP\/1\.1 413 /)
  },
)

test(
  'a webhook of the payment provider is refused above 256 KB',
  { tags: ['abuse-31'] },
  async () => {
    const body = 'x'.repeat(257 * 1024)
    expect(
      (await sendRawRequest(`${shop.url}/functions/v1/stripe-webhook`, { method: 'POST', body }))
        .status,
    ).toBe(413)
  },
)

test('headers of more than 16 KB are refused', { tags: ['abuse-31'] }, async () => {
  const answer = await sendRawText(
    shop.url,
    `GET / HTTP/1.1\r\nHost: localhost\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
})

test(
  'two hundred visitors who never finish their request do not block others',
  { tags: ['abuse-31'] },
  async () => {
    const { port } = new URL(shop.url)
    const slow = Array.from({ length: 200 }, () => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write('GET /shop HTTP/1.1\r\nHost: local')
      return socket
    })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendRawRequest(`${shop.url}/shop`)),
    )
    for (const socket of slow) socket.destroy()
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
  },
)

test.each([
  '/../etc/passwd',
  '/%2e%2e/keys.json',
  '/..%2f..%2fpackage.json',
  '/\\evil',
  '//evil.example',
  '/a%00b',
])('the path %s opens no file', async (path) => {
  const answer = await sendRawText(
    shop.url,
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /)
  expect(answer).not.toMatch(/root:|sb_secret|"dependencies"/)
})

test('no response contains a stack trace, SQL or a file path', { tags: ['abuse-37'] }, async () => {
  const asked = await Promise.all([
    sendRawRequest(`${shop.url}/no-such-page`),
    sendRawRequest(`${shop.url}/rest/v1/nothing`, { headers: { apikey: publishableKey } }),
    sendRawRequest(`${shop.url}/rest/v1/products?select=nothing`, {
      headers: { apikey: publishableKey },
    }),
    sendRawRequest(`${shop.url}/rest/v1/rpc/store_guest_cart`, {
      method: 'POST',
      body: '{',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
    }),
    sendRawRequest(`${shop.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      body: '{"email":1}',
      headers: { apikey: publishableKey },
    }),
  ])
  for (const { body } of asked)
    expect(body).not.toMatch(/node_modules|\.ts:\d|at async |select .* from /)
})

test('no secret is in the code and pages that browsers get', { tags: ['abuse-37'] }, async () => {
  const folder = join(import.meta.dirname, '..', '..', 'build', 'client', 'assets')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const code = (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join(
    '',
  )
  const pages = (
    await Promise.all(
      ['/', '/shop', '/cart', '/auth'].map((path) => sendRawRequest(shop.url + path)),
    )
  )
    .map(({ body }) => body)
    .join('')
  const { stripe } = await shop.keys()
  const canaries = [
    secretKey,
    stripe.secretKey,
    stripe.webhookSecret,
    'STRIPE_SECRET_KEY',
    'SUPABASE_SECRET_KEY',
  ]
  expect(canaries.filter((canary) => (code + pages).includes(canary))).toEqual([])
})

test(
  'the sandbox answers local requests under the shop’s own name, and other requests only with the token',
  { tags: ['abuse-sandbox'] },
  async () => {
    const { sandboxToken } = JSON.parse(await readFile(join(shop.dataDir, 'keys.json'), 'utf8'))
    const asked = (headers: Record<string, string>, query = '') =>
      sendRawRequest(`${shop.url}/sandbox/mail${query}`, { headers })
    expect((await asked({})).status).toBe(200)
    expect((await asked({ host: 'shop.example' })).status).toBe(403)
    expect((await asked({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(403)
    expect((await asked({ host: 'shop.example' }, '?token=wrong')).status).toBe(403)
    const opened = await asked({ host: 'shop.example' }, `?token=${sandboxToken}`)
    expect(opened.status).toBe(200)
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
    expect((await asked({ host: 'shop.example', cookie })).status).toBe(200)
  },
)

test('/healthz and /readyz answer ok and ready', async () => {
  expect((await sendRawRequest(`${shop.url}/healthz`)).body).toBe('ok')
  expect((await sendRawRequest(`${shop.url}/readyz`)).body).toBe('ready')
})
