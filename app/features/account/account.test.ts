import { describe, expect, test } from 'vitest'
import { isArrival } from './keep-session.ts'
import { authMessage, readArrival } from './session-events.ts'
import { parseSession } from './session.ts'
import { formatDevice } from './sessions.ts'

describe('an authentication error', () => {
  test.each([
    ['Invalid login credentials', 'Invalid email or password. Please try again.'],
    ['Email not confirmed', 'Please check your email and click the confirmation link.'],
    [
      'User already registered',
      'An account with this email already exists. Please sign in instead.',
    ],
    ['Request rate limit reached', 'Request rate limit reached'],
  ])('%s reads: %s', (message, text) => {
    expect(authMessage(message)).toBe(text)
  })
})

describe('a link from a mail', () => {
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
  ])('%s is %j', (hash, arrival) => {
    expect(readArrival(hash)).toEqual(arrival)
    expect(isArrival(hash)).toBe(arrival.kind !== 'none')
  })
})

describe('the stored session', () => {
  test('names the user', () => {
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
  ])('of %s with a factor that is %s asks for a code: %j', (aal, status, asksCode) => {
    const token = `e30.${Buffer.from(JSON.stringify({ aal, n: '?>' })).toString('base64url')}.x`
    const text = JSON.stringify({ access_token: token, user: { id: 'u', factors: [{ status }] } })
    const state = parseSession(text)
    expect([state.asksCode, state.user === null]).toEqual([asksCode, asksCode])
  })

  test.each(['', 'x', 'x.%%%.x', 'x.a.x', 'x.bnVsbA.x'])(
    'asks for a code with the token %j',
    (token) => {
      const text = JSON.stringify({
        access_token: token,
        user: { id: 'u', factors: [{ status: 'verified' }] },
      })
      expect(parseSession(text)).toEqual({ user: null, asksCode: true })
    },
  )

  test.each([null, '', '{', '[]', '{"user":null}', '{"user":{"id":1}}', 'null'])(
    '%j is nobody',
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
])('%s is called %s', (userAgent, words) => {
  expect(formatDevice(userAgent)).toBe(words)
})
