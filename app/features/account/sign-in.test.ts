import { afterAll, expect, test, vi } from 'vitest'
import { changePassword } from './sign-in.ts'

const { updateUser } = vi.hoisted(() => {
  vi.resetModules()
  return { updateUser: vi.fn<() => Promise<{ error: object }>>() }
})
afterAll(() => void vi.resetModules())
vi.mock('./supabase.ts', () => ({ loadSupabase: async () => ({ auth: { updateUser } }) }))

test('a new password counts as set when the response to its first request was lost', async () => {
  updateUser.mockResolvedValue({ error: { code: 'same_password', message: 'The same' } })
  expect(await changePassword('Pickles1Forever', null, true)).toEqual({ ok: true })
  expect(await changePassword('Pickles1Forever', null)).toMatchObject({ code: 'same_password' })
})

test('a code that the request without a response may have used does not count as wrong', async () => {
  const error = { code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' }
  updateUser.mockResolvedValue({ error })
  const message = expect.stringMatching(/^No answer came to your first try, so this may be your/)
  expect(await changePassword('Pickles1Forever', '123456', true)).toMatchObject({ message })
  expect(await changePassword('Pickles1Forever', '123456')).toMatchObject(error)
})
