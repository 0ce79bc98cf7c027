import { afterAll, expect, test } from 'vitest'
import { withCors } from '../src/core/cors.ts'
import { createLibraryBackend } from './support/library.ts'

const named = 'https://app.example'
const shop = await createLibraryBackend({ corsOrigins: [named] })
afterAll(() => shop.stop())

function ask(origin: string, init: RequestInit): Promise<Response> {
  const headers = { apikey: shop.keys.publishable, origin, ...init.headers }
  return shop.backend.fetch('https://api.example/rest/v1/books?select=id&limit=1', {
    ...init,
    headers,
  })
}

const asked = {
  method: 'OPTIONS',
  headers: {
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'apikey,content-type,prefer',
  },
}

test('a page of an allowed origin passes the preflight and reads the exposed headers', async () => {
  const may = await ask(named, asked)
  expect(may.status).toBe(204)
  expect(Object.fromEntries(may.headers)).toMatchObject({
    'access-control-allow-origin': named,
    'access-control-allow-methods': expect.stringContaining('PATCH'),
    'access-control-allow-headers': 'apikey,content-type,prefer',
  })
  const { headers, status } = await ask(named, { method: 'GET' })
  expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
    200,
    named,
    'Origin',
  ])
  expect(headers.get('access-control-expose-headers')).toContain('Content-Range')
})

test('a page of an allowed origin reads the error code of a failed sign-in', async () => {
  const version = { 'x-supabase-api-version': '2024-01-01' }
  const headers = { apikey: shop.keys.publishable, origin: named, ...version }
  const body = '{"email":"nobody@app.example","password":"not the password"}'
  const init = { method: 'POST', headers, body }
  const answer = await shop.backend.fetch('https://x/auth/v1/token?grant_type=password', init)
  expect(await answer.json()).toMatchObject({ code: 'invalid_credentials' })
  expect(answer.headers.get('access-control-allow-origin')).toBe(named)
  // supabase-js reads the error code of a response only when this header is present.
  expect(answer.headers.get('x-supabase-api-version')).not.toBeNull()
  expect(answer.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version')
})

test('a page of an allowed origin reads the headers that a function exposes', () => {
  const own = { 'access-control-expose-headers': 'x-own', vary: 'Accept' }
  const { headers } = withCors({ status: 200, headers: own, body: null }, named)
  expect(headers['access-control-expose-headers']).toMatch(/Content-Range.*, x-own$/)
  expect(headers['vary']).toBe('Accept, Origin')
})

test('a page of any other origin gets no CORS headers', { tags: ['abuse-36'] }, async () => {
  for (const origin of ['https://evil.example', `${named}.evil.example`, 'null']) {
    const may = await ask(origin, asked)
    expect([may.status, may.headers.get('access-control-allow-origin')]).toEqual([403, null])
    const { headers } = await ask(origin, { method: 'GET' })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})
