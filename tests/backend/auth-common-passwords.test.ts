import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBcryptHasher } from '../../packages/embedded-supabase/src/auth/password-hasher.ts'
import {
  createUser,
  type AuthService,
  parseBody,
  openSignedInBrowser,
  createUniqueEmail,
  startAuthService,
} from './auth-service.ts'

let service: AuthService
beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())

const message = 'Password is known to be weak and easy to guess, please choose a different one.'

test.each(['Password1', 'PassWord1', 'Password1!', 'Qwerty123', 'Iloveyou1', 'Liverpool1'])(
  'a sign-up with the common password %s is refused',
  { tags: ['abuse-22'] },
  async (common) => {
    const email = createUniqueEmail()
    const json = { email, password: common }
    const response = await service.call({ path: '/auth/v1/signup', json })
    expect(response.status).toBe(422)
    expect(parseBody(response)).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: message,
      weak_password: { reasons: ['pwned'] },
    })
    expect(await service.emails(email)).toEqual([])
    const { error } = await service.browser().auth.signUp(json)
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['pwned'], message })
  },
)

test('missing kinds of characters are reported before a common password', async () => {
  const json = { email: createUniqueEmail(), password: 'password1' }
  const { error } = await service.browser().auth.signUp(json)
  expect(error).toMatchObject({ reasons: ['characters'] })
  expect(error?.message).toBe(
    'Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.',
  )
})

test('a change to a common password is refused', { tags: ['abuse-22'] }, async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  const browser = await openSignedInBrowser(service, email)
  const { error } = await browser.auth.updateUser({ password: 'Password1' })
  expect(error).toMatchObject({ code: 'weak_password', reasons: ['pwned'], message })
})

test('an account that already has a common password can sign in', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  const hash = await createBcryptHasher({ cost: 4 }).hash('Password1')
  await service.database
    .sql`update auth.users set encrypted_password = ${hash} where email = ${email}`
  const { error } = await service
    .browser()
    .auth.signInWithPassword({ email, password: 'Password1' })
  expect(error).toBeNull()
})
