import type { Body } from './body.ts'
import { AuthFault, invalid } from './faults.ts'

/** bcrypt reads no further than this many bytes. */
const longestPassword = 72

const rules: readonly [RegExp, string][] = [
  [/[a-z]/, 'Password must contain at least one lowercase letter'],
  [/[A-Z]/, 'Password must contain at least one uppercase letter'],
  [/\d/, 'Password must contain at least one number'],
]

/** A password that somebody wants to have (specification, section 5). */
export function newPasswordOf(body: Body): string {
  const password = body.password
  if (typeof password !== 'string' || password === '') {
    throw invalid('Signup requires a valid password')
  }
  if (password.includes('\0')) throw invalid('Password cannot contain a NUL character')
  if (isTooLong(password)) {
    throw invalid(`Password cannot be longer than ${longestPassword} characters`)
  }
  const isShort = password.length < 8
  const missing = rules.filter(([pattern]) => !pattern.test(password)).map(([, words]) => words)
  if (isShort || missing.length > 0) {
    const words = isShort ? ['Password must be at least 8 characters long', ...missing] : missing
    const reasons = [...(isShort ? ['length'] : []), ...(missing.length > 0 ? ['characters'] : [])]
    throw new AuthFault(422, 'weak_password', words.join('. '), { reasons })
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
