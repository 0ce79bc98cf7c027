import { ApiError } from '../core/wire.ts'
import { createValidationError } from './responses.ts'
import type { Body } from './fields.ts'
import type { AuthWork } from './request.ts'
import type { AuthSettings, PasswordRequirements } from './settings.ts'

/** Maximum bytes of a password: bcrypt ignores the rest. */
const longestPassword = 72

const letters = 'abcdefghijklmnopqrstuvwxyz'
const capitals = letters.toUpperCase()
const digits = '0123456789'
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'
const required: Record<PasswordRequirements, readonly string[]> = {
  '': [],
  letters_digits: [letters + capitals, digits],
  lower_upper_letters_digits: [letters, capitals, digits],
  lower_upper_letters_digits_symbols: [letters, capitals, digits, symbols],
}

/** Returns a new password that meets the settings' rules and is not a common one. @throws ApiError 400, 422 */
export async function getNewPassword({ settings }: AuthWork, body: Body): Promise<string> {
  const password = readPassword(settings, body)
  if (settings.password_hibp_enabled) await rejectCommonPassword(password)
  return password
}

type Rules = Pick<AuthSettings, 'minimum_password_length' | 'password_requirements'>

/** Returns the body's password if it meets the settings' rules; errors are worded as GoTrue's. @throws ApiError 400, 422 */
export function readPassword(rules: Rules, { password }: Body): string {
  if (typeof password !== 'string' || password === '')
    throw createValidationError('Signup requires a valid password')
  if (password.includes('\0'))
    throw createValidationError('Password cannot contain a NUL character')
  if (isTooLong(password))
    throw createValidationError(`Password cannot be longer than ${longestPassword} characters`)
  const { minimum_password_length: least, password_requirements: requirements } = rules
  const sets = required[requirements]
  const faults: [reason: string, words: string][] = []
  if (password.length < least)
    faults.push(['length', `Password should be at least ${least} characters.`])
  if (!sets.every((set) => [...set].some((character) => password.includes(character)))) {
    const words = `Password should contain at least one character of each: ${sets.join(', ')}.`
    faults.push(['characters', words])
  }
  if (faults.length === 0) return password
  const reasons = faults.map(([reason]) => reason)
  throw new ApiError(422, 'weak_password', faults.map(([, words]) => words).join(' '), { reasons })
}

/**
 * Returns false for text that the rules exclude as a password (empty, with a NUL, too long); it is wrong whatever the hash says.
 */
export function hasValidPasswordFormat(password: string): boolean {
  return password !== '' && !password.includes('\0') && !isTooLong(password)
}

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > longestPassword
}

let loading: Promise<Set<string>> | null = null

/**
 * Refuses a password that is among the 49,000 most common ones, ignoring case and symbols at its end, because attackers try these
 * first. The message is GoTrue's for leaked passwords.
 * @throws ApiError 422 `weak_password` with the reason `pwned`
 */
export async function rejectCommonPassword(password: string): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    // A failed load is not cached: the next call retries it.
    loading = null
    throw error
  })
  const common = await loading
  const plain = password.toLowerCase()
  if (!common.has(plain) && !common.has(plain.replace(/[^a-z0-9]{1,72}$/, ''))) return
  const words = 'Password is known to be weak and easy to guess, please choose a different one.'
  throw new ApiError(422, 'weak_password', words, { reasons: ['pwned'] })
}

/** Loads the list of common passwords lazily, because only new passwords are checked against it. */
async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
