import * as v from 'valibot'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { markerHeader } from '../../domain/backend-response.ts'

const origin = 'https://shop.example'
vi.mock('../lib/settings.ts', () => ({
  settings: { publishableKey: 'sb_publishable_x', supabaseUrl: 'https://shop.example' },
}))

const stored = new Map<string, string>()
const send = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.resetModules()
  stored.clear()
  send.mockReset()
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  })
  onTestFinished(() => void vi.unstubAllGlobals())
})

function storeSession(): void {
  const [header, payload] = [{ alg: 'none' }, { sub: 'x', exp: 4_000_000_000 }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const session = {
    access_token: `${header}.${payload}.x`,
    refresh_token: 'x',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: 4_000_000_000,
    user: { id: 'x' },
  }
  stored.set('desk-session', JSON.stringify(session))
}

const marked = (body: unknown, status = 200) =>
  Response.json(body, { status, headers: { [markerHeader]: '1' } })

const any = v.unknown()
const joined = v.object({ isJoined: v.boolean() })
const refusal = { code: '42501', message: 'permission denied', details: null, hint: null }

test(
  'a call of the desk without a session is refused as signed out before it is sent',
  { tags: ['abuse-in-between'] },
  async () => {
    const { unwrapResponse, client, invokeFunction, isSignedOut } = await import('./client.ts')
    const isRefused = (request: Promise<unknown>) => request.then(() => false, isSignedOut)
    expect(await isRefused(unwrapResponse(client.rpc('desk_me')))).toBe(true)
    expect(await isRefused(unwrapResponse(client.from('products').select()))).toBe(true)
    expect(await isRefused(invokeFunction('desk-orders', {}, any))).toBe(true)
    expect(send).not.toHaveBeenCalled()
  },
)

test('requests for signing in and for invitations are sent without a session', async () => {
  const { client, invokeFunction } = await import('./client.ts')
  send.mockImplementation(async () => marked({ isJoined: true }))
  expect(await invokeFunction('desk-invitation', {}, joined)).toEqual({ isJoined: true })
  send.mockImplementation(async () =>
    Response.json({}, { headers: { 'x-supabase-api-version': '2024-01-01' } }),
  )
  expect((await client.auth.resetPasswordForEmail('a@example.com')).error).toBeNull()
  expect(send.mock.calls.map(([url]) => new URL(String(url)).pathname)).toEqual([
    '/functions/v1/desk-invitation',
    '/auth/v1/recover',
  ])
})

test.each([
  ['REST', 'rest'],
  ['a function', 'function'],
])('a response 401 of %s requires another sign-in, whatever its code', async (_, service) => {
  storeSession()
  const { unwrapResponse, client, invokeFunction, isSignedOut } = await import('./client.ts')
  const error = { code: 'sign_in_required', message: 'No', products: [] }
  const body = service === 'rest' ? refusal : { error }
  send.mockImplementation(async () => marked(body, 401))
  const asked = service === 'rest' ? unwrapResponse(client.rpc('desk_me')) : invokeFunction('desk-orders', {}, any)
  expect(await asked.catch(isSignedOut)).toBe(true)
  expect(String(send.mock.calls[0]?.[0])).toMatch(origin)
})

test.each([{}, { success: true }, { do: 'skip_renewal', number: 1002 }, null])(
  'treats the foreign JSON %j from a function as a missing response',
  { tags: ['abuse-in-between'] },
  async (body) => {
    storeSession()
    const { invokeFunction } = await import('./client.ts')
    const { NoAnswerError } = await import('../lib/errors.ts')
    send.mockImplementation(async () => Response.json(body))
    const skipped = v.object({ do: v.literal('skip_renewal'), number: v.literal(1001) })
    await expect(invokeFunction('desk-orders', {}, skipped)).rejects.toBeInstanceOf(NoAnswerError)
  },
)

test('returns a response of the shop’s function', async () => {
  storeSession()
  const { invokeFunction } = await import('./client.ts')
  const body = { do: 'skip_renewal', number: 1001 }
  send.mockImplementation(async () => marked(body))
  const skipped = v.object({ do: v.literal('skip_renewal'), number: v.literal(1001) })
  expect(await invokeFunction('desk-orders', {}, skipped)).toEqual(body)
})
