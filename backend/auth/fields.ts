import { type Body, isBody, textOf } from './body.ts'
import { AuthFault, invalid } from './faults.ts'

const addressShape = /^[^\s<>"';\\@]+@[^\s<>"';\\@.]+(\.[^\s<>"';\\@.]+)+$/
/** Signs that lists, comments and formulas are made of, and marks that nobody sees. */
const notOneAddress = /^[=+\-\uFF1D\uFF0B\uFF0D]|[,:()[\]\p{Cc}\p{Cf}]/u
const longestName = 100

/**
 * An e-mail address, trimmed and in lower case (specification, section 5): 5 to 255 characters, one @ with a
 * dot in the domain, no blanks and none of <>"';\; one alone, that an email can go to, as the pages have it. Too long is
 * refused, never cut.
 */
export function emailOf(body: Body, name = 'email'): string {
  const email = textOf(body, name).trim().toLowerCase()
  if (email === '') throw invalid('An email address is required')
  if (email.length > 255) throw invalid('An email address is too long')
  if (email.length < 5 || !addressShape.test(email) || notOneAddress.test(email)) {
    throw invalid('Unable to validate email address: invalid format')
  }
  return email
}

/**
 * What is kept of the `data` that a person sends about themselves: `full_name`, cut to 100 characters.
 * Undefined when it is not given, null when it is taken away. Roles and the like are not read at all.
 */
export function fullNameOf(body: Body): string | null | undefined {
  const data = body.data
  if (!isBody(data) || data.full_name === undefined) return undefined
  if (data.full_name === null) return null
  if (typeof data.full_name !== 'string') throw invalid('full_name must be a text')
  if (data.full_name.includes('\0')) throw invalid('full_name cannot contain a NUL character')
  const name = Array.from(data.full_name.trim()).slice(0, longestName).join('').trim()
  return name === '' ? null : name
}

/** Phone numbers are a provider of the protocol that is switched off here. */
export function refusePhone(body: Body): void {
  if (textOf(body, 'phone') !== '') {
    throw new AuthFault(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
}
