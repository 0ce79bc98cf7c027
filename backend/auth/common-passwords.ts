import { AuthFault } from './faults.ts'

let loading: Promise<Set<string>> | null = null

/**
 * Refuses a new password that is among the 49,000 most common ones, whatever their case and with marks at their end: they
 * are what is guessed first. The words are GoTrue's for leaked passwords.
 * @throws AuthFault 422 `weak_password` with the reason `pwned`
 */
export async function refuseCommon(password: string): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    // Whoever comes next tries again.
    loading = null
    throw error
  })
  const common = await loading
  const plain = password.toLowerCase()
  if (!common.has(plain) && !common.has(plain.replace(/[^a-z0-9]{1,72}$/, ''))) return
  const words = 'Password is known to be weak and easy to guess, please choose a different one.'
  throw new AuthFault(422, 'weak_password', words, { reasons: ['pwned'] })
}

/** Read when first needed: only new passwords are looked at. */
async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
