import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { ShopClient } from '../../../supabase/client.ts'
import { callSignedIn } from './call-signed-in.ts'

const { loadSupabase } = vi.hoisted(() => {
  vi.resetModules()
  return { loadSupabase: vi.fn<() => Promise<ShopClient>>() }
})
afterAll(() => void vi.resetModules())
vi.mock('./supabase.ts', () => ({ loadSupabase }))

const user = { id: 'b7d0c3a5-3c57-4a0c-9b1e-0e4b0f6f6d11', aud: 'authenticated' }
const token = (name: string) =>
  `e30.${Buffer.from(JSON.stringify({ sub: name, exp: 4_000_000_000 })).toString('base64url')}.x`
const sessionOf = (name: string) => ({
  access_token: token(name),
  refresh_token: name,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 4_000_000_000,
  user,
})

const stored = new Map<string, string>()
const send = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  send.mockReset()
  stored.clear()
  stored.set('session', JSON.stringify(sessionOf('old')))
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  }
  loadSupabase.mockImplementation(async () =>
    createClient('https://shop.example', 'sb_publishable_x', {
      auth: { storageKey: 'session', storage, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: send },
    }),
  )
})

/** Answers calls of the function by the access token, and requests for another token with `renewal`. */
function answer(renewal: () => Response): void {
  send.mockImplementation(async (input, init) => {
    if (String(input).includes('/auth/v1/')) return renewal()
    const isNew = new Headers(init?.headers).get('authorization') === `Bearer ${token('new')}`
    return isNew ? Response.json({ done: true }) : Response.json({ error: {} }, { status: 401 })
  })
}

test('a call whose token the server refuses is repeated with a new one', async () => {
  answer(() => Response.json(sessionOf('new')))
  expect(await callSignedIn('x', {})).toEqual({ status: 200, answer: { done: true } })
})

test('a call is answered with 401 only when the session has ended', async () => {
  answer(() => Response.json({ code: 'refresh_token_not_found' }, { status: 400 }))
  expect(await callSignedIn('x', {})).toEqual({ status: 401, answer: { error: {} } })
})

test('a call is no 401 while the session cannot be refreshed', async () => {
  vi.useFakeTimers()
  answer(() => new Response('', { status: 502 }))
  const call = callSignedIn('x', {}).catch((cause: unknown) => cause)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await call).toMatchObject({ name: 'AuthRetryableFetchError' })
  vi.useRealTimers()
})
