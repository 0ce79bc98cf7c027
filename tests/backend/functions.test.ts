import { FunctionRegion } from '@supabase/supabase-js'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestShop } from '../support/shop.ts'

const goOn = Promise.withResolvers<void>()
const mayAnswer = Promise.withResolvers<void>()
const cookies = ['a=1; Path=/; HttpOnly', 'b=2; Expires=Fri, 27 Nov 2026 10:00:00 GMT']
const withCookies = { headers: cookies.map((cookie): [string, string] => ['set-cookie', cookie]) }
const shop = await createTestShop({
  functions: {
    echo: async (request) =>
      Response.json({
        url: request.url,
        method: request.method,
        address: request.headers.get('x-forwarded-for'),
        claimed: request.headers.get('cf-connecting-ip'),
        authorization: request.headers.get('authorization'),
        text: await request.text(),
      }),
    'stripe-webhook': async (request) => new Response(await request.arrayBuffer(), { status: 202 }),
    cookies: async (request) => {
      const text = new Blob(['both'])
      return new Response(request.method === 'PUT' ? text.stream() : text, withCookies)
    },
    slow: async () => {
      await mayAnswer.promise
      return new Response('done')
    },
    broken: () => Promise.reject(new Error('secret reason')),
    mirror: async (request) => {
      const form = request.headers.get('content-type')?.startsWith('multipart/')
      return Response.json({
        region: request.headers.get('x-region'),
        body: form ? [...(await request.formData())] : await request.text(),
      })
    },
    stream: async () =>
      new Response(
        new ReadableStream({
          start: async (controller) => {
            controller.enqueue(new TextEncoder().encode('one '))
            await goOn.promise
            controller.enqueue(new TextEncoder().encode('two'))
            controller.close()
          },
        }),
      ),
  },
  openFunctions: new Set(['stripe-webhook']),
})
afterAll(() => shop.stop())

function call(path: string, init: RequestInit = {}): Promise<Response> {
  return shop.backend.fetch(`https://elsewhere.example/functions/v1/${path}`, {
    method: 'POST',
    ...init,
  })
}

test('a function is called by the client with its body and the token of the caller', async () => {
  const user = await shop.createUser()
  const { data, error } = await user.client.functions.invoke('echo', { body: { a: 1 } })
  expect(error).toBeNull()
  expect(data).toMatchObject({
    url: 'http://localhost:3000/echo',
    method: 'POST',
    authorization: `Bearer ${user.token}`,
    text: '{"a":1}',
  })
})

test(
  'a function sees the verified client address and a path that begins with its name',
  { tags: ['abuse-30'] },
  async () => {
    const fetchAs = shop.backend.fetchFor({ clientAddress: '203.0.113.9', headers: {} })
    const headers = {
      apikey: shop.keys.publishable,
      'x-forwarded-for': '6.6.6.6',
      'cf-connecting-ip': '6.6.6.6',
    }
    const response = await fetchAs('http://x/functions/v1/echo/more?q=1', { headers })
    expect(await response.json()).toMatchObject({
      address: '203.0.113.9',
      claimed: null,
      url: 'http://localhost:3000/echo/more?q=1',
    })
  },
)

test(
  'a function needs an API key and refuses an invalid token',
  { tags: ['abuse-17'] },
  async () => {
    expect((await call('echo')).status).toBe(401)
    expect((await call('echo', { headers: { apikey: 'sb_publishable_made_up' } })).status).toBe(401)
    const headers = { apikey: shop.keys.publishable, authorization: 'Bearer a.b.c' }
    expect((await call('echo', { headers })).status).toBe(401)
  },
)

test('the webhook needs no API key and receives the exact bytes', async () => {
  const body = new Uint8Array([0, 255, 10, 13, 34])
  const response = await call('stripe-webhook', { body })
  expect(response.status).toBe(202)
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(body)
})

test(
  'an unknown function is answered with 404, and a failing one without its error',
  { tags: ['abuse-37'] },
  async () => {
    const headers = { apikey: shop.keys.publishable }
    for (const name of ['nope', '__proto__', 'constructor', ''])
      expect((await call(name, { headers })).status).toBe(404)
    const broken = await call('broken', { headers })
    expect(broken.status).toBe(500)
    expect(await broken.text()).not.toContain('secret reason')
    expect(shop.log.lines.at(-1)).toMatchObject({ level: 'error', message: 'function: failed' })
  },
)

test.each(['POST', 'PUT', 'HEAD'])(
  'a function sets several cookies in response to %s',
  async (method) => {
    const headers = { apikey: shop.keys.publishable }
    const answer = await call('cookies', { method, headers })
    expect(answer.headers.getSetCookie()).toEqual(cookies)
    expect(await answer.text()).toBe(method === 'HEAD' ? '' : 'both')
  },
)

test('a path of no service is answered with 404', async () => {
  const response = await shop.backend.fetch('http://x/graphql/v1', {
    headers: { apikey: shop.keys.publishable },
  })
  expect(response.status).toBe(404)
})

test('a refusal by the gateway differs from an error of the function', async () => {
  const refused = [
    await call('echo'),
    await call('nope', { headers: { apikey: shop.keys.publishable } }),
  ]
  expect(refused.map(({ headers }) => headers.get('x-relay-error'))).toEqual(['true', 'true'])
  const { error } = await shop.client({}, 'a.b.c').functions.invoke('echo')
  expect(error?.name).toBe('FunctionsRelayError')
  const broken = await shop.anon.functions.invoke('broken')
  expect(broken.error?.name).toBe('FunctionsHttpError')
})

test('an API key or a token alone is enough to call a function', async () => {
  const user = await shop.createUser()
  for (const token of [shop.keys.publishable, user.token])
    expect((await call('echo', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  expect((await call('echo', { headers: { authorization: 'Bearer made-up' } })).status).toBe(401)
})

test('every kind of body reaches the function, whichever region is chosen', async () => {
  const form = new FormData()
  form.set('field', 'value')
  const bytes = new TextEncoder().encode('bytes')
  for (const [body, arrives] of [
    ['text', 'text'],
    [{ a: 1 }, '{"a":1}'],
    [new Blob(['blob']), 'blob'],
    [bytes.buffer, 'bytes'],
    [form, [['field', 'value']]],
  ] as const) {
    const { data, error } = await shop.anon.functions.invoke('mirror', {
      body,
      region: FunctionRegion.EuWest2,
    })
    expect([error, data]).toEqual([null, { region: 'eu-west-2', body: arrives }])
  }
})

test('a streamed request body reaches the function whole', async () => {
  const headers = { apikey: shop.keys.publishable }
  const body = new Blob(['one ', 'two']).stream()
  const init = { headers, body, duplex: 'half' }
  const answer = await call('mirror', init)
  expect(await answer.json()).toEqual({ region: null, body: 'one two' })
})

test('a function can stream its response', async () => {
  const { body } = await call('stream', { headers: { apikey: shop.keys.publishable } })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader?.read()).toEqual({ done: false, value: 'one ' })
  goOn.resolve()
  expect(await reader?.read()).toEqual({ done: false, value: 'two' })
})

test(
  'large bodies that wait for a function hold 100 MB at most, and make room for a small one of another address',
  { tags: ['abuse-31'] },
  async () => {
    const statuses: number[] = []
    const headers = { apikey: shop.keys.publishable }
    const send = async (clientAddress: string, body: Uint8Array) => {
      const request = { method: 'POST', path: '/functions/v1/slow', query: '', headers, body }
      const { status } = await shop.backend.handle({ ...request, clientAddress })
      statuses.push(status)
      return status
    }
    const [small, large] = [new Uint8Array(1000), new Uint8Array(1_000_000)]
    const running = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].flatMap((address) =>
      Array.from({ length: 4 }, () => send(address, small)),
    )
    const flood = Array.from({ length: 101 }, () => send('198.51.100.1', large))
    await vi.waitFor(() => expect(statuses).toEqual([503]))
    const other = send('203.0.113.1', small)
    await vi.waitFor(() => expect(statuses).toEqual([503, 503]))
    mayAnswer.resolve()
    expect(await other).toBe(200)
    await Promise.all([...running, ...flood])
    expect(statuses.filter((status) => status === 503)).toHaveLength(2)
  },
)
