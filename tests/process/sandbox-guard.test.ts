import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  areFilesReadableByAll,
  isRoot,
  getNobodyAccount,
} from '../../packages/embedded-supabase/tests/support/accounts.ts'
import { startNginxLikeProxy, startTransparentProxy } from '../support/proxies.ts'
import { sendRawRequest } from '../support/raw-http.ts'
import { type RunningShop, openPreparedShop } from '../support/running-shop.ts'

/**
 * Two shops with sandboxes for emails and payments: `own` is only for its owner's computer, and `open` has a public
 * address.
 */
let own: RunningShop
let open: RunningShop
beforeAll(async () => {
  own = await openPreparedShop()
  open = await openPreparedShop({ SITE_URL: 'https://shop.example' })
})
afterAll(async () => {
  await own.remove()
  await open.remove()
})

const mails = '/sandbox/mail/messages.json'

test('a local visitor can read the emails and open the payment pages without a token', async () => {
  expect((await sendRawRequest(own.url + mails)).status).toBe(200)
  expect((await sendRawRequest(own.url.replace('localhost', '127.0.0.1') + mails)).status).toBe(200)
  const page = `${own.url}/sandbox/payments/pay/cs_test_nobody`
  const headers = { referer: `${own.url}/cart`, origin: own.url }
  expect((await sendRawRequest(page, { headers })).status).toBe(404)
})

test.each([
  mails,
  '/sandbox/mail',
  '/sandbox/payments/pay/cs_test_x',
  '/sandbox/payments/portal/test_x',
])('%s needs the token behind a plain proxy', { tags: ['abuse-sandbox'] }, async (path) => {
  const proxy = await startNginxLikeProxy(own.url)
  expect((await sendRawRequest(`${proxy}/healthz`)).body).toBe('ok')
  const { status, body } = await sendRawRequest(proxy + path, { headers: { host: 'shop.example' } })
  expect([status, body]).toEqual([403, expect.stringContaining('token')])
  const { sandboxToken } = await own.keys()
  expect((await sendRawRequest(`${proxy + path}?token=${sandboxToken}`)).status).not.toBe(403)
  expect((await sendRawRequest(`${proxy + path}?token=wrong`)).status).toBe(403)
})

test.each([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-anything',
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'fly-client-ip',
  'fastly-client-ip',
  'cdn-loop',
  'x-original-forwarded-for',
  'x-amzn-trace-id',
  'x-envoy-external-address',
  'tailscale-user-login',
])(
  'a request with the proxy header %s needs the token',
  { tags: ['abuse-sandbox'] },
  async (name) => {
    expect(
      (await sendRawRequest(own.url + mails, { headers: { [name]: '203.0.113.9' } })).status,
    ).toBe(403)
  },
)

test.each<Record<string, string>>([
  { host: 'shop.example' },
  { host: 'localhost.evil.example' },
  { origin: 'https://shop.example' },
  { origin: 'null' },
  { referer: 'https://shop.example/cart' },
])(
  'a request that names another site (%j) needs the token',
  { tags: ['abuse-sandbox'] },
  async (headers) => {
    expect((await sendRawRequest(own.url + mails, { headers })).status).toBe(403)
  },
)

test.runIf(process.platform === 'linux' && isRoot && areFilesReadableByAll)(
  'the sandbox needs the token behind a silent proxy that runs under another account',
  { tags: ['abuse-sandbox'] },
  async () => {
    const ofOurs = await startTransparentProxy(own.url)
    expect((await sendRawRequest(ofOurs + mails)).status).toBe(200)
    const ofAnother = await startTransparentProxy(own.url, getNobodyAccount())
    expect((await sendRawRequest(`${ofAnother}/healthz`)).body).toBe('ok')
    expect((await sendRawRequest(ofAnother + mails)).status).toBe(403)
  },
)

test(
  'a shop with a public address requires the token from everybody',
  { tags: ['abuse-sandbox'] },
  async () => {
    expect((await sendRawRequest(open.url + mails)).status).toBe(403)
    const { sandboxToken } = await open.keys()
    const opened = await sendRawRequest(`${open.url + mails}?token=${sandboxToken}`)
    expect(opened.status).toBe(200)
    const given = String(opened.headers['set-cookie'])
    expect(given).toMatch(/; HttpOnly; SameSite=Lax; Secure$/)
    const cookie = given.split(';')[0] ?? ''
    expect((await sendRawRequest(open.url + mails, { headers: { cookie } })).status).toBe(200)
    expect(
      (await sendRawRequest(open.url + mails, { headers: { cookie: `${cookie}x` } })).status,
    ).toBe(403)
  },
)

test('the shop itself reaches the payment sandbox with its secret key, whatever its address', async () => {
  const { stripe } = await open.keys()
  const call = (key: string) =>
    sendRawRequest(`${open.url}/sandbox/payments/v1/products`, {
      headers: { authorization: `Bearer ${key}` },
    })
  expect((await call(stripe.secretKey)).status).toBe(200)
  expect((await call('sk_test_other')).status).toBe(403)
})

test('the start prints the sandbox link with the token and warns about proxies', async () => {
  const { sandboxToken } = await own.keys()
  expect(own.output()).toContain(`${own.url}/sandbox/mail?token=${sandboxToken}`)
  expect(own.output()).toContain('set SITE_URL')
  expect(own.output()).not.toContain('TRUSTED_PROXIES is empty')
  expect(open.output()).toContain('TRUSTED_PROXIES is empty')
})

test('an untrusted proxy is warned about once', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  for (let time = 0; time < 3; time += 1) await sendRawRequest(`${open.url}/shop`, { headers })
  await expect.poll(() => open.output()).toContain('TRUSTED_PROXIES does not name')
  await sendRawRequest(`${open.url}/sandbox/nothing`, { headers })
  await open.close()
  expect(open.output().split('TRUSTED_PROXIES does not name')).toHaveLength(2)
  await open.reopen()
})

test('a trusted proxy is not warned about', async () => {
  const shop = await openPreparedShop({
    SITE_URL: 'https://shop.example',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  await sendRawRequest(`${shop.url}/shop`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  await shop.remove()
  expect(shop.output()).not.toContain('TRUSTED_PROXIES')
})
