import {
  AuthImplicitGrantRedirectError,
  AuthInvalidCredentialsError,
  AuthInvalidJwtError,
  AuthInvalidTokenResponseError,
  AuthPKCEGrantCodeExchangeError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
  createClient,
} from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'

/** Returns a supabase-js client whose backend gives the same response to every request. */
function clientOf(answer: () => Response | Promise<Response>) {
  return createClient('https://shop.example', 'sb_publishable_x', {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: async () => answer() },
  })
}

const refusal = (status: number, body: object) => () => Response.json(body, { status })
const email = 'marsha@example.com'
const password = 'Pickles1'

describe('errors of the auth client', () => {
  test('the auth client reports a missing session', async () => {
    const { error } = await clientOf(refusal(200, {})).auth.updateUser({ password })
    expect(error).toBeInstanceOf(AuthSessionMissingError)
    expect(error?.message).toBe('Auth session missing!')
  })

  test('the auth client reports a response without a session or a user', () => {
    expect(new AuthInvalidTokenResponseError()).toMatchObject({
      message: 'Auth session or user missing',
      status: 500,
    })
  })

  test('the auth client reports credentials without an address', async () => {
    const { error } = await clientOf(refusal(200, {})).auth.signInWithPassword({
      password,
    } as unknown as { email: string; password: string })
    expect(error).toBeInstanceOf(AuthInvalidCredentialsError)
    expect(error?.message).toBe('You must provide either an email or phone number and a password')
  })

  test('the auth client reports a weak password with its reasons', async () => {
    const body = { code: 'weak_password', message: 'x', weak_password: { reasons: ['length'] } }
    const { error } = await clientOf(refusal(422, body)).auth.signUp({ email, password })
    expect(error).toBeInstanceOf(AuthWeakPasswordError)
    expect(error).toMatchObject({ code: 'weak_password', reasons: ['length'] })
  })

  test('the auth client reports an invalid token', async () => {
    const { error } = await clientOf(refusal(200, {})).auth.getClaims('no.token')
    expect(error).toBeInstanceOf(AuthInvalidJwtError)
  })

  test.each([502, 503, 504])(
    'the auth client reports a backend that is temporarily unavailable (%i)',
    async (status) => {
      const { error } = await clientOf(refusal(status, {})).auth.signInWithPassword({
        email,
        password,
      })
      expect(error).toBeInstanceOf(AuthRetryableFetchError)
    },
  )

  test('the auth client reports a broken connection', async () => {
    const offline = clientOf(() => Promise.reject(new TypeError('fetch failed')))
    const { error } = await offline.auth.signInWithPassword({ email, password })
    expect(error).toBeInstanceOf(AuthRetryableFetchError)
  })

  test('the auth client names the errors of implicit grant and PKCE redirects', () => {
    expect(new AuthImplicitGrantRedirectError('x').name).toBe('AuthImplicitGrantRedirectError')
    expect(new AuthPKCEGrantCodeExchangeError('x').name).toBe('AuthPKCEGrantCodeExchangeError')
  })

  test.each(['identity_already_exists', 'identity_not_found', 'single_identity_not_deletable'])(
    'the auth client passes the code %s on',
    async (code) => {
      const { error } = await clientOf(
        refusal(422, { error_code: code, message: 'x' }),
      ).auth.signUp({
        email,
        password,
      })
      expect(error?.code).toBe(code)
    },
  )

  test('the auth client reports a session that has ended', async () => {
    const body = { error_code: 'session_not_found', message: 'x' }
    const { error } = await clientOf(refusal(403, body)).auth.getUser('a.b.c')
    expect(error).toBeInstanceOf(AuthSessionMissingError)
  })
})

test('the storage client reports message and status of an error', async () => {
  const body = { statusCode: '404', error: 'not_found', message: 'Object not found' }
  const { error } = await clientOf(refusal(404, body)).storage.from('media').download('none.mp4')
  expect(error).toMatchObject({ name: 'StorageApiError', message: 'Object not found', status: 404 })
})
