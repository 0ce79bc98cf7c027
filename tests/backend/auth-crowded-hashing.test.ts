import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createBcryptHasher } from '../../packages/embedded-supabase/src/auth/password-hasher.ts'
import {
  type AuthService,
  createAdminClient,
  createUniqueEmail,
  goodPassword,
  startAuthService,
} from './auth-service.ts'

const strangersPassword = 'Flood of sign-ups 1'
const flood = Promise.withResolvers<void>()

let service: AuthService
beforeAll(async () => {
  const hasher = createBcryptHasher({ cost: 4 })
  service = await startAuthService({
    hasher: {
      ...hasher,
      hash: async (password) => {
        if (password === strangersPassword) await flood.promise
        return hasher.hash(password)
      },
    },
  })
})
afterAll(() => service.stop())

test(
  'the secret key creates and changes an account while strangers fill the queue of password hashing',
  { tags: ['abuse-19'] },
  async () => {
    const statuses: number[] = []
    const signUps = Array.from({ length: 200 }, async () => {
      const json = { email: createUniqueEmail(), password: strangersPassword }
      statuses.push((await service.call({ path: '/auth/v1/signup', json })).status)
    })
    // Two passwords are being hashed, and 160 of the others wait.
    await vi.waitFor(() => expect(statuses).toHaveLength(38), { timeout: 20_000 })
    expect(new Set(statuses)).toEqual(new Set([429]))
    const admin = createAdminClient(service)
    const account = { email: createUniqueEmail(), password: goodPassword, email_confirm: true }
    const creation = admin.createUser(account)
    await vi.waitFor(() => expect(statuses).toHaveLength(39), { timeout: 20_000 })
    flood.resolve()
    const { data, error } = await creation
    expect(error).toBeNull()
    expect(
      (await admin.updateUserById(data.user?.id ?? '', { password: 'Another 4 me' })).error,
    ).toBeNull()
    await Promise.all(signUps)
  },
)
