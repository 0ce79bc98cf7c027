import { describe, expect, test } from 'vitest'
import { isAuthCallback } from './session-refresh.ts'
import { formatAuthError, parseAuthCallback } from './session-events.ts'
import { parseSession } from './session.ts'
import { formatDevice } from './sessions.ts'

describe('formatAuthError', () => {
  test.each([
    ['Invalid login credentials', 'Invalid email or password. Please try again.'],
    ['Email not confirmed', 'Please check your email and click the confirmation link.'],
    [
      'User already registered',
      'An account with this email already exists. Please sign in instead.',
    ],
    ['Request rate limit reached', 'Request rate limit reached'],
  ])('shows the authentication error "%s" as: %s', (message, text) => {
    expect(formatAuthError(message)).toBe(text)
  })
})

describe('parseAuthCallback', () => {
  test.each([
    ['', { kind: 'none' }],
    ['#lines', { kind: 'none' }],
    ['#access_token=a&type=signup', { kind: 'session', signIn: true }],
    ['#access_token=a&type=recovery', { kind: 'session', signIn: false }],
    ['#access_token=a&type=email_change', { kind: 'session', signIn: false }],
    [
      '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid',
      { kind: 'failed', message: 'Email link is invalid' },
    ],
  ])('reads the address fragment "%s" of a link in an email as %j', (hash, callback) => {
    expect(parseAuthCallback(hash)).toEqual(callback)
    expect(isAuthCallback(hash)).toBe(callback.kind !== 'none')
  })
})

describe('parseSession', () => {
  test('reads the user from the stored session', () => {
    const text = JSON.stringify({
      user: {
        id: 'u',
        email: 'marsha@example.com',
        created_at: '2026-03-03T10:00:00Z',
        user_metadata: { full_name: ' Marsha ' },
      },
    })
    expect(parseSession(text).user).toEqual({
      id: 'u',
      email: 'marsha@example.com',
      createdAt: '2026-03-03T10:00:00Z',
      fullName: 'Marsha',
    })
  })

  test.each([
    ['aal1', 'verified', true],
    ['aal2', 'verified', false],
    ['aal1', 'unverified', false],
  ])(
    'a stored session at %s with a factor that is %s requires a code: %j',
    (aal, status, requiresCode) => {
      const token = `e30.${Buffer.from(JSON.stringify({ aal, n: '?>' })).toString('base64url')}.x`
      const text = JSON.stringify({ access_token: token, user: { id: 'u', factors: [{ status }] } })
      const state = parseSession(text)
      expect([state.requiresCode, state.user === null]).toEqual([requiresCode, requiresCode])
    },
  )

  test.each(['', 'x', 'x.%%%.x', 'x.a.x', 'x.bnVsbA.x'])(
    'a stored session with the malformed token %j requires a code',
    (token) => {
      const text = JSON.stringify({
        access_token: token,
        user: { id: 'u', factors: [{ status: 'verified' }] },
      })
      expect(parseSession(text)).toEqual({ user: null, requiresCode: true })
    },
  )

  test.each([null, '', '{', '[]', '{"user":null}', '{"user":{"id":1}}', 'null'])(
    'the stored session %j has no user',
    (text) => {
      expect(parseSession(text).user).toBeNull()
    },
  )
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.0', 'A browser'],
])('names the device with the user agent "%s": %s', (userAgent, words) => {
  expect(formatDevice(userAgent)).toBe(words)
})
