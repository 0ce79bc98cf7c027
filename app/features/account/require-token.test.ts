import { createClient } from '@supabase/supabase-js'
import { afterEach, expect, test, vi } from 'vitest'
import type { KeyValueStore } from '../browser/key-value-store.ts'
import { localStore } from '../browser/storage.ts'
import { requireAccessToken } from './require-token.ts'

const origin = 'https://shop.example'
const key = 'sb_publishable_x'
const session = {
  access_token: `e30.${Buffer.from('{"sub":"x","exp":1000}').toString('base64url')}.x`,
  refresh_token: 'x',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 1000,
  user: { id: 'b7d0c3a5-3c57-4a0c-9b1e-0e4b0f6f6d11', aud: 'authenticated' },
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStore.remove('shop-session')
})

function createShopperClient(send: typeof fetch) {
  const { get, set, remove }: KeyValueStore = localStore
  return createClient(origin, key, {
    auth: {
      storageKey: 'shop-session',
      storage: { getItem: get, setItem: set, removeItem: remove },
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
    global: { fetch: requireAccessToken(send, key) },
  })
}

test('nothing is sent as a visitor while the session of a shopper cannot be refreshed', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  localStore.set('shop-session', JSON.stringify(session))
  const send = vi.fn<typeof fetch>(
    async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
  )
  const client = createShopperClient(send)
  const call = client.functions.invoke('create-checkout', { body: {} })
  await vi.advanceTimersByTimeAsync(60_000)
  const { error, response } = await call
  expect(error).toMatchObject({ name: 'FunctionsFetchError' })
  expect(response).toBeUndefined()
  const paths = new Set(send.mock.calls.map(([url]) => new URL(String(url)).pathname))
  expect([...paths]).toEqual(['/auth/v1/token'])
  expect(localStore.get('shop-session')).not.toBeNull()
})

test('a visitor’s requests are sent', async () => {
  const send = vi.fn<typeof fetch>(async () => Response.json({ ok: true }))
  const { data } = await createShopperClient(send).functions.invoke('create-checkout', { body: {} })
  expect(data).toEqual({ ok: true })
})
