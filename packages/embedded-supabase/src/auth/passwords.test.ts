import { afterAll, expect, test, vi } from 'vitest'
import { rejectCommonPassword } from './passwords.ts'

const disk = vi.hoisted(() => {
  vi.resetModules()
  return { isFailing: true }
})
afterAll(() => void vi.resetModules())
vi.mock(import('@zxcvbn-ts/language-common'), async (importOriginal) => {
  const actual = await importOriginal()
  return {
    ...actual,
    get dictionary() {
      if (disk.isFailing) throw new Error('EMFILE')
      return actual.dictionary
    },
  }
})

test('a list of common passwords that could not be read is read again at the next check', async () => {
  await expect(rejectCommonPassword('Password1')).rejects.toThrow('EMFILE')
  disk.isFailing = false
  await expect(rejectCommonPassword('Password1')).rejects.toMatchObject({ status: 422 })
  await expect(rejectCommonPassword('Hot Sauce 4 me')).resolves.toBeUndefined()
})
