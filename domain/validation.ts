import { cleanEmailAddress } from './pasted.ts'
import { findSuspicion } from './suspicion.ts'

/**
 * The limits of the specification, section 9, in UTF-16 code units. The maximum of a password is in bytes, because bcrypt ignores
 * further bytes.
 */
export const fieldLimits = {
  text: 255,
  email: 255,
  name: 100,
  message: 2000,
  passwordMin: 8,
  passwordBytes: 72,
} as const

export const invalidEmailMessage = 'Please enter a valid email address'

/** Returns true for 5 to 255 characters with one @ and a dot in the domain (specification, section 5). */
export function isEmail(value: string): boolean {
  if (value.length < 5 || value.length > fieldLimits.email) return false
  return /^[^\s\p{Cc}<>"';\\@]+@[^\s\p{Cc}<>"';\\@.]+(?:\.[^\s\p{Cc}<>"';\\@.]+)+$/u.test(value)
}

/** The longest email address, and the longest part before its @, that SMTP accepts, in octets (RFC 5321, section 4.5.3.1). */
const [maxAddressBytes, maxLocalPartBytes] = [254, 64]

/**
 * Returns true for exactly one deliverable email address, even in mail programs that parse lists and comments. No spreadsheet
 * evaluates it as a formula.
 */
export function isDeliverableEmail(value: string): boolean {
  const countBytes = (text: string) => new TextEncoder().encode(text).length
  const hasValidLength =
    countBytes(value) <= maxAddressBytes &&
    countBytes(value.slice(0, value.indexOf('@'))) <= maxLocalPartBytes
  return (
    isEmail(value) && hasValidLength && !/^[=+\-\uFF1D\uFF0B\uFF0D]|[,:()[\]\p{Cf}]/u.test(value)
  )
}

/** Returns the cleaned email address, or null for one that is not deliverable. Refuses one that is too long, and never cuts it. */
export function parseEmailAddress(typed: string): string | null {
  const email = cleanEmailAddress(typed)
  return isDeliverableEmail(email) ? email : null
}

export const passwordRules: readonly {
  label: string
  message: string
  isMet: (password: string) => boolean
}[] = [
  {
    label: 'At least 8 characters',
    message: 'Password must be at least 8 characters long',
    isMet: (password) => password.length >= fieldLimits.passwordMin,
  },
  {
    label: 'A lowercase letter',
    message: 'Password must contain at least one lowercase letter',
    isMet: (password) => /[a-z]/.test(password),
  },
  {
    label: 'An uppercase letter',
    message: 'Password must contain at least one uppercase letter',
    isMet: (password) => /[A-Z]/.test(password),
  },
  {
    label: 'A number',
    message: 'Password must contain at least one number',
    isMet: (password) => /[0-9]/.test(password),
  },
]

export function getPasswordProblems(password: string): string[] {
  if (password === '') return ['Password is required']
  const problems = passwordRules.filter((rule) => !rule.isMet(password)).map((rule) => rule.message)
  if (new TextEncoder().encode(password).length > fieldLimits.passwordBytes)
    problems.push(`Password must be at most ${fieldLimits.passwordBytes} bytes long`)
  if (password.includes('\0')) problems.push('Password must not contain a NUL character')
  return problems
}

/** Returns the message of a sign-up with an invalid password, 'Password requirements: {list}', or null. */
export function getPasswordMessage(password: string): string | null {
  const problems = getPasswordProblems(password)
  return problems.length === 0 ? null : `Password requirements: ${problems.join(', ')}`
}

export interface SignUpFields {
  fullName: string
  email: string
  password: string
}

export function getSignUpProblems(
  fields: SignUpFields,
): Partial<Record<keyof SignUpFields, string>> {
  const problems: Partial<Record<keyof SignUpFields, string>> = {}
  const suspicion = findNameSuspicion(fields.fullName)
  if (suspicion !== null) problems.fullName = suspicion
  else if (!isLengthWithin(fields.fullName, 1, fieldLimits.name))
    problems.fullName = 'Please enter your name'
  if (!isDeliverableEmail(cleanEmailAddress(fields.email))) problems.email = invalidEmailMessage
  const password = getPasswordMessage(fields.password)
  if (password !== null) problems.password = password
  return problems
}

/** Returns a message when an account's full name looks like an attack, else null. */
export function findNameSuspicion(fullName: string): string | null {
  return findSuspicion('full name', fullName)
}

/**
 * Checks the length of the trimmed text. The minimum counts only visible characters, and a surrogate pair once, as SQL does; the
 * maximum is in UTF-16 code units.
 */
export function isLengthWithin(value: string, min = 1, max: number = fieldLimits.text): boolean {
  const text = value.trim()
  const visible = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim()
  return [...visible].length >= min && text.length <= max
}

/** Trims the text and cuts it at `max` UTF-16 code units, but never inside a surrogate pair. */
export function sanitise(value: string, max: number = fieldLimits.text): string {
  const cut = value.trim().slice(0, max)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** Removes angle brackets and dangerous schemes, including schemes that only appear when another one is removed. */
export function sanitiseHtml(value: string, max: number = fieldLimits.text): string {
  let text = sanitise(value, max).replace(/[<>]/g, '')
  for (let before = ''; before !== text;) {
    before = text
    text = text.replace(/(?:javascript|vbscript):|data:text\/html/gi, '')
  }
  return text.trim()
}
