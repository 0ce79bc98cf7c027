import { ApiError } from '../wire.ts'
import { invalid } from './answers.ts'
import type { Body } from './fields.ts'

/** bcrypt reads no further than this many bytes. */
const longestPassword = 72

const rules: readonly [RegExp, string][] = [
  [/[a-z]/, 'Password must contain at least one lowercase letter'],
  [/[A-Z]/, 'Password must contain at least one uppercase letter'],
  [/\d/, 'Password must contain at least one number'],
]

/** A password that somebody wants to have (specification, section 5). */
export function newPasswordOf({ password }: Body): string {
  if (typeof password !== 'string' || password === '')
    throw invalid('Signup requires a valid password')
  if (password.includes('\0')) throw invalid('Password cannot contain a NUL character')
  if (isTooLong(password))
    throw invalid(`Password cannot be longer than ${longestPassword} characters`)
  const isShort = password.length < 8
  const missing = rules.filter(([pattern]) => !pattern.test(password)).map(([, words]) => words)
  if (isShort || missing.length > 0) {
    const words = isShort ? ['Password must be at least 8 characters long', ...missing] : missing
    const reasons = [...(isShort ? ['length'] : []), ...(missing.length > 0 ? ['characters'] : [])]
    throw new ApiError(422, 'weak_password', words.join('. '), { reasons })
  }
  return password
}

/** Whether it is worth comparing at all: what nobody could have chosen is wrong whatever the hash says. */
export function couldBeAPassword(password: string): boolean {
  return password !== '' && !password.includes('\0') && !isTooLong(password)
}

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > longestPassword
}

let loading: Promise<Set<string>> | null = null

/**
 * Refuses a new password that is among the 49,000 most common ones, whatever their case and with marks at their end: they
 * are what is guessed first. The words are GoTrue's for leaked passwords.
 * @throws ApiError 422 `weak_password` with the reason `pwned`
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
  throw new ApiError(422, 'weak_password', words, { reasons: ['pwned'] })
}

/** Read when first needed: only new passwords are looked at. */
async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
