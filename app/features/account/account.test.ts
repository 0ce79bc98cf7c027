import { describe, expect, test } from 'vitest'
import { isArrival } from './keep-session.ts'
import { authMessage, readArrival } from './session-events.ts'
import { parseSession } from './session.ts'

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

  test.each([null, '', '{', '[]', '{"user":null}', '{"user":{"id":1}}', 'null'])(
    '%j is nobody',
    (text) => {
      expect(parseSession(text).user).toBeNull()
    },
  )
})
