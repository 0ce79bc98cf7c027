import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { markerHeader } from './backend-response.ts'
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
const upload = '/storage/v1/object/products/a.webp'

const id = 'b7d0c3a5-3c57-4a0c-9b1e-0e4b0f6f6d11'
const user = { id, aud: 'authenticated', email: 'marsha@example.com' }
const session = { access_token: 'a.b.c', refresh_token: 'd', expires_in: 3600, user }
const version = { 'x-supabase-api-version': '2024-01-01' }
const authResult = (body: object) => Response.json(body, { headers: version })
const marked = (body: object, status = 200) =>
  Response.json(body, { status, headers: { [markerHeader]: '1' } })

const restError = (status: number, code: string) =>
  Response.json({ code, message: '', details: null, hint: null }, { status })
const authError = (status: number, code: string) =>
  Response.json({ code, message: 'No' }, { status, headers: version })

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
  ['a session', token, Response.json(session)],
  ['a session after a code', `/auth/v1/factors/${id}/verify`, Response.json(session)],
  ['an account', '/auth/v1/user', Response.json(user), 'GET'],
  ['a sign-up', '/auth/v1/signup', Response.json(user)],
  ['a sign-up without confirmation', '/auth/v1/signup', Response.json(session)],
  ['an app that is set up', '/auth/v1/factors', Response.json({ id, type: 'totp', totp: {} })],
  ['a challenge', `/auth/v1/factors/${id}/challenge`, Response.json({ id, expires_at: 1 })],
  ['an app that is removed', `/auth/v1/factors/${id}`, Response.json({ id }), 'DELETE'],
  ['an email that is sent', '/auth/v1/recover', authResult({})],
  [
    'a sign-out',
    '/auth/v1/logout?scope=local',
    new Response(null, { status: 204, headers: version }),
  ],
  ['a wrong password', token, authError(400, 'invalid_credentials')],
  [
    'an error without a version',
    token,
    Response.json({ code: 400, error_code: 'user_banned', msg: 'No' }, { status: 400 }),
  ],
  ['a function', enquiry, marked({ success: true, error: null })],
  ['a refusal', checkout, marked({ error: { code: 'sold_out', products: [] } }, 409)],
  ['an email as its reader gets it', '/desk/mail', marked({ subject: 'Hi', html: '<p>Hi' })],
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
  ...[
    {},
    [],
    [{}],
    { success: true },
    { success: true, error: null, reference: 'ASK-1', isMailed: true },
    { success: false },
    { success: false, error: 'Blocked' },
    { outcome: 'noted' },
    { id: 17 },
    { id: 'x' },
    { url: 'http://login.example/' },
    { access_token: 'x' },
    { user: {} },
    { status: 'login required' },
    { error: 'bad gateway' },
    null,
    true,
  ].map((body): [string, () => Response] => [JSON.stringify(body), () => Response.json(body)]),
  ['an empty 205', () => new Response(null, { status: 205 })],
  [
    'a refusal like a function’s',
    () => Response.json({ success: false, error: 'Blocked' }, { status: 403 }),
  ],
  [
    'a refusal like a checkout’s',
    () => Response.json({ error: { code: 'x', message: 'x', products: [] } }, { status: 409 }),
  ],
  ['a part of JSON', () => new Response('{"code":"PT4', { status: 409, headers: json })],
  ['a part of rows', () => new Response('[{"id":', { headers: ranged })],
]
const functions = readdirSync(join(import.meta.dirname, '../supabase/functions'), {
  withFileTypes: true,
}).filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
/** Every endpoint of the shop and the desk: `METHOD path`. */
const endpoints = [
  ...functions.map(({ name }) => `POST /functions/v1/${name}`),
  'POST /functions/v1/personal-data/account/erase',
  'POST /functions/v1/personal-data/account/download',
  'POST /functions/v1/secure-guest-email/save',
  'POST /functions/v1/secure-guest-email/get',
  'POST /functions/v1/tell-me/ask',
  'POST /desk/mail',
  `POST ${rest}`,
  'POST /rest/v1/rpc/store_guest_cart',
  'GET /rest/v1/products?select=id',
  'POST /rest/v1/carts?on_conflict=user_id',
  'PATCH /rest/v1/profiles?id=eq.x',
  'DELETE /rest/v1/stock_notices?id=eq.x',
  `POST ${token}`,
  'POST /auth/v1/token?grant_type=password',
  'POST /auth/v1/token?grant_type=pkce',
  'POST /auth/v1/signup?redirect_to=x',
  'POST /auth/v1/verify',
  'POST /auth/v1/otp',
  'POST /auth/v1/resend',
  'POST /auth/v1/recover?redirect_to=x',
  'POST /auth/v1/logout?scope=global',
  'GET /auth/v1/reauthenticate',
  'GET /auth/v1/user',
  'PUT /auth/v1/user',
  'POST /auth/v1/factors',
  `POST /auth/v1/factors/${id}/challenge`,
  `POST /auth/v1/factors/${id}/verify`,
  `DELETE /auth/v1/factors/${id}`,
  'POST /auth/v1/admin/users',
  `POST ${upload}`,
  `GET ${upload}`,
]

/** Errors of filters, gateways and CDNs that resemble those of the backend. */
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

test.each(endpoints)(
  'treats whatever a proxy or a Wi-Fi answers to %s as a failed connection',
  { tags: ['abuse-in-between'] },
  async (endpoint) => {
    const [method, path = ''] = endpoint.split(' ')
    const taken: string[] = []
    for (const [name, make] of foreignResponses) {
      const error = await request(path, make(), method).catch((cause: unknown) => cause)
      const isRefused = error instanceof UnverifiedResponseError
      if (!isRefused || !error.message.includes(`HTTP ${make().status}`)) taken.push(name)
    }
    expect(taken).toEqual([])
  },
)

test('treats a response of the shop that is cut off as a failed connection', async () => {
  const whole = JSON.stringify({ success: true, error: null })
  for (const part of [whole.slice(0, 8), ''])
    await expect(
      request(enquiry, new Response(part, { headers: { ...json, [markerHeader]: '1' } })),
    ).rejects.toThrow(UnverifiedResponseError)
})

test('no request is answered by the browser’s cache, where a response of a proxy may be stored', async () => {
  const send = vi.fn<typeof fetch>(async () => Response.json([]))
  await createVerifiedFetch(send)(`${origin}/rest/v1/products`).catch(() => undefined)
  expect(send.mock.calls[0]?.[1]).toMatchObject({ cache: 'no-store' })
})

test('treats a redirected response as a failed connection', async () => {
  const response = marked({ url: 'https://pay.example' })
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
