import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createVerifiedFetch, TimeLimitError, UnverifiedResponseError } from './verified-fetch.ts'

const origin = 'https://shop.example'
const json = { 'content-type': 'application/json; charset=utf-8' }
const ranged = { ...json, 'content-range': '0-0/*' }

function request(path: string, response: Response, method = 'POST') {
  return createVerifiedFetch(async () => response)(`${origin}${path}`, { method })
}
const rest = '/rest/v1/rpc/desk_send'
const token = '/auth/v1/token?grant_type=refresh_token'
const checkout = '/functions/v1/create-checkout'
const enquiry = '/functions/v1/secure-catering-inquiry'
const personalData = '/functions/v1/personal-data/account/download'
const deskOrders = '/functions/v1/desk-orders'
const upload = '/storage/v1/object/products/a.webp'

const restError = (status: number, code: string) =>
  Response.json({ code, message: '', details: null, hint: null }, { status })
const authError = (status: number, code: string) =>
  Response.json(
    { code, message: 'No' },
    { status, headers: { 'x-supabase-api-version': '2024-01-01' } },
  )

test.each([
  ['rows', rest, new Response('[]', { headers: ranged }), 'GET'],
  ['a scalar', rest, new Response('null', { headers: ranged })],
  ['a call that returns nothing', rest, new Response(null, { status: 204, headers: ranged })],
  ['an upsert that changed a row', rest, new Response('', { headers: { 'content-range': '*/*' } })],
  ['an insert', rest, new Response('', { status: 201, headers: { 'content-range': '*/*' } })],
  [
    'a limit of a table',
    rest,
    new Response('', { status: 429, headers: { 'content-range': '*/*' } }),
  ],
  ['a count', rest, new Response(null, { headers: ranged }), 'HEAD'],
  ['a conflict of the desk', rest, restError(409, 'PT409')],
  ['a key that is taken', rest, restError(409, '23505')],
  ['a missing function', rest, restError(404, 'PGRST202')],
  ['a session', token, Response.json({ access_token: 'a.b.c', user: {} })],
  ['an account', '/auth/v1/user', Response.json({ id: 'x' }), 'GET'],
  ['a sign-up', '/auth/v1/signup', Response.json({ id: 'x' })],
  ['an email that is sent', '/auth/v1/recover', Response.json({})],
  ['a sign-out', '/auth/v1/logout', new Response(null, { status: 204 })],
  ['a wrong password', token, authError(400, 'invalid_credentials')],
  [
    'an error without a version',
    token,
    Response.json({ code: 400, error_code: 'user_banned', msg: 'No' }, { status: 400 }),
  ],
  ['a payment page', checkout, Response.json({ url: 'https://pay.example', session_id: 'x' })],
  ['a payment page without its address', checkout, Response.json({ session_id: 'x' })],
  ['a sent enquiry', enquiry, Response.json({ success: true, error: null })],
  ['a change of a subscription', deskOrders, Response.json({ do: 'skip_renewal', number: 1001 })],
  ['a refund', deskOrders, Response.json({ amount: 850 })],
  ['a copy of personal data', personalData, Response.json({ about: 'marsha@example.com' })],
  [
    'a refusal',
    checkout,
    Response.json({ error: { code: 'sold_out', products: [] } }, { status: 409 }),
  ],
  ['a limit', checkout, Response.json({ success: false, error: 'No' }, { status: 429 })],
  ['a list of files', '/storage/v1/object/list/products', Response.json([{ name: 'a.webp' }])],
  ['an account’s apps', '/auth/v1/admin/users/x/factors', Response.json([]), 'GET'],
  ['a stored file', upload, Response.json({ Key: 'products/a.webp' })],
  ['a file', upload, new Response('x', { headers: { 'content-type': 'image/webp' } }), 'GET'],
  [
    'a file that exists',
    upload,
    Response.json({ statusCode: '409', error: 'Duplicate', message: '' }, { status: 400 }),
  ],
])('returns the backend’s response with %s', async (_, path, response, method = 'POST') => {
  const passed = await request(path, response, method)
  expect(passed).toBe(response)
  expect(passed.bodyUsed).toBe(false)
})

const html = { 'content-type': 'text/html' }
const foreignResponses: [string, () => Response][] = [
  ['a sign-in page', () => new Response('<!doctype html><form>', { headers: html })],
  ['a sign-in page called JSON', () => new Response('<!doctype html>', { headers: ranged })],
  ['a proxy’s 502', () => new Response('<h1>502</h1>', { status: 502, headers: html })],
  ['an empty 502', () => new Response(null, { status: 502 })],
  ['an empty 200', () => new Response('', { headers: json })],
  ['an empty 204', () => new Response(null, { status: 204 })],
  ['a 511', () => new Response('Log in', { status: 511 })],
  ['a 407', () => new Response('', { status: 407 })],
  ['the JSON of a CDN', () => Response.json({ error: 'bad gateway' }, { status: 502 })],
  [
    'JSON of another form',
    () => Response.json({ code: 502, message: 'Bad Gateway' }, { status: 502 }),
  ],
  ['a gateway’s refusal', () => Response.json({ message: 'Forbidden' }, { status: 403 })],
  [
    'a gateway’s error with a code',
    () => Response.json({ error: { code: 'forbidden', message: 'Blocked' } }, { status: 403 }),
  ],
  ['a 200 with foreign JSON', () => Response.json({ error: 'bad gateway' })],
  ['a part of JSON', () => new Response('{"code":"PT4', { status: 409, headers: json })],
  ['a part of rows', () => new Response('[{"id":', { headers: ranged })],
]
const paths = [rest, token, checkout, upload]

/** Errors that look much like those of the backend, as filters, gateways and CDNs write them. */
const foreignErrors = fc.record(
  {
    code: fc.constantFrom('forbidden', 'unauthorized', 'ERROR', '00502', 'E1001', 403, 502, null),
    message: fc.constantFrom('Blocked by ACME <b>policy</b>', 'Bad gateway', 1, null),
    details: fc.constantFrom(null, 'Blocked', {}),
    error: fc.constantFrom('Forbidden', 'invalid_grant', true, null),
    error_code: fc.constantFrom('FORBIDDEN', 1020, null),
    statusCode: fc.constantFrom(403, 502, 'denied'),
    msg: fc.string(),
    requestId: fc.uuid(),
  },
  { requiredKeys: [] },
)

test.each(
  foreignResponses.flatMap(([name, make]) => paths.map((path) => [name, path, make] as const)),
)(
  'treats %s at %s as a failed connection',
  { tags: ['abuse-in-between'] },
  async (_, path, make) => {
    const response = make()
    const asked = request(path, response)
    await expect(asked).rejects.toThrow(UnverifiedResponseError)
    await expect(asked).rejects.toThrow(`No answer of the shop's backend: HTTP ${response.status}`)
  },
)

test.each([
  [checkout, { status: 'sign in to the Wi-Fi' }],
  [checkout, { success: true }],
  [checkout, {}],
  [deskOrders, {}],
  [enquiry, { redirect: 'http://login.example/' }],
  [deskOrders, { message: 'Welcome' }],
])(
  'treats a response of %s with the foreign body %j as a failed connection',
  async (path, body) => {
    await expect(request(path, Response.json(body))).rejects.toThrow(UnverifiedResponseError)
  },
)

test('treats a redirected response as a failed connection', async () => {
  const response = Response.json({ url: 'https://pay.example' })
  Object.defineProperty(response, 'redirected', { value: true })
  await expect(request(checkout, response)).rejects.toThrow(UnverifiedResponseError)
})

test('treats success without PostgREST’s range as a failed connection, except from another origin', async () => {
  await expect(request(rest, Response.json([]))).rejects.toThrow(UnverifiedResponseError)
  const response = Response.json([])
  Object.defineProperty(response, 'type', { value: 'cors' })
  expect(await request(rest, response)).toBe(response)
})

test(
  'treats errors that lack a part of the backend’s form as a failed connection',
  { tags: ['abuse-in-between'] },
  async () => {
    const path = fc.constantFrom(
      rest,
      token,
      upload,
      '/auth/v1/user',
      '/rest/v1/products?select=id',
    )
    const status = fc.constantFrom(400, 401, 403, 404, 407, 409, 429, 451, 500, 502, 503, 504)
    const isRefused = async (url: string, code: number, body: object) => {
      const asked = request(url, Response.json(body, { status: code }))
      await expect(asked).rejects.toThrow(UnverifiedResponseError)
    }
    await fc.assert(fc.asyncProperty(path, status, foreignErrors, isRefused), { numRuns: 2000 })
  },
)

test.each([
  ['a code alone', rest, { code: 'PT409' }],
  ['an error without its hint', rest, { code: 'PT409', message: '', details: null }],
  ['an error with more', rest, { code: 'PT409', message: '', details: null, hint: null, id: 1 }],
  ['GoTrue’s code without its version', token, { code: 'refresh_token_not_found', message: '' }],
  ['an error code alone', token, { error_code: 'refresh_token_not_found' }],
  ['a sign-in page’s answer', '/auth/v1/recover', { status: 'login required' }],
  ['another answer to an upload', upload, { message: 'Welcome' }],
])('treats %s as a failed connection', async (_, path, body) => {
  const status = path === rest || path === token ? 403 : 200
  await expect(request(path, Response.json(body, { status }))).rejects.toThrow(
    UnverifiedResponseError,
  )
})

function stopTime(): void {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

const hang = () => new Promise<Response>(() => {})

test.each([
  ['a call', rest, 12],
  ['a sign-in', token, 12],
  ['a function', checkout, 30],
  ['an upload', upload, 120],
  ['an export', '/rest/v1/rpc/desk_export_person', 120],
])(
  'treats %s without a response as a failed connection after its time limit',
  { tags: ['abuse-in-between'] },
  async (_, path, seconds) => {
    stopTime()
    const settled = vi.fn()
    const asked = createVerifiedFetch(hang)(`${origin}${path}`)
    asked.then(settled, settled)
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await expect(asked).rejects.toThrow(TimeLimitError)
    await expect(asked).rejects.toBeInstanceOf(TypeError)
  },
)

test('treats a response whose body does not end as a failed connection', async () => {
  stopTime()
  const response = new Response(new ReadableStream(), { headers: ranged })
  const asked = request(rest, response).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(await asked).toBeInstanceOf(TimeLimitError)
})

test('aborts a request at its time limit or by its caller, also in browsers without AbortSignal.any', async () => {
  stopTime()
  vi.stubGlobal('AbortSignal', { any: undefined, timeout: undefined })
  onTestFinished(() => void vi.unstubAllGlobals())
  const signals: (AbortSignal | null | undefined)[] = []
  const send = createVerifiedFetch((_, init) => {
    signals.push(init?.signal)
    return hang()
  })
  const asked = send(`${origin}${rest}`).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(await asked).toBeInstanceOf(TimeLimitError)
  const caller = new AbortController()
  void send(`${origin}${rest}`, { signal: caller.signal }).catch(() => undefined)
  caller.abort()
  void send(`${origin}${rest}`, { signal: caller.signal }).catch(() => undefined)
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true])
})

test('a response clears the timer of its time limit', async () => {
  stopTime()
  await request(rest, new Response('[]', { headers: ranged }))
  expect(vi.getTimerCount()).toBe(0)
})
