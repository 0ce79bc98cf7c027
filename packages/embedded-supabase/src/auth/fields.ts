import { isObject, readJson } from '../core/read-json.ts'
import { ApiError, type WireRequest } from '../core/wire.ts'
import { createValidationError } from './responses.ts'

export type Body = Record<string, unknown>

const largestBody = 65_536
const rules = { deepest: 16, forbiddenKeys: ['__proto__', 'constructor', 'prototype'] }
const addressShape = /^[^\s<>"';\\@]+@[^\s<>"';\\@.]+(\.[^\s<>"';\\@.]+)+$/
/** Maximum bytes of an email address, and of the part before its @, in SMTP (RFC 5321, section 4.5.3.1). */
const [longestAddress, longestLocalPart] = [254, 64]
/** Characters that would make an address a list, a comment or a spreadsheet formula, and invisible characters. */
const notOneAddress = /^[=+\-\uFF1D\uFF0B\uFF0D]|[,:()[\]\p{Cc}\p{Cf}]/u

/**
 * Returns a request's JSON object.
 * @throws ApiError 400 or 413 for a body that is not an object, larger than 64 kB, nested more than 16 deep or hostile; also, with
 * the message `phone`, for phone numbers, which are not supported here
 */
export function readBody(
  { wire }: { wire: WireRequest },
  phone = 'Phone logins are disabled',
): Body {
  const body = readBodyAllowingPhone({ wire })
  if (getTextField(body, 'phone') !== '') throw new ApiError(400, 'phone_provider_disabled', phone)
  return body
}

/** Reads the body as `readBody` does, but accepts phone numbers. @throws ApiError 400, 413 */
export function readBodyAllowingPhone({ wire }: { wire: WireRequest }): Body {
  const bytes = wire.body ?? new Uint8Array()
  if (bytes.length > largestBody)
    throw new ApiError(413, 'request_entity_too_large', 'Request body too large')
  const read = readJson(bytes, rules)
  if (typeof read === 'string' || !isObject(read.value)) throw badJson()
  return read.value
}

function badJson(): ApiError {
  return new ApiError(400, 'bad_json', 'Could not parse request body as JSON')
}

/** Returns a text field, or '' when it is missing. @throws ApiError 400 when it contains a NUL */
export function getTextField(body: Body, name: string): string {
  const value = body[name]
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw badJson()
  if (value.includes('\0')) throw createValidationError(`${name} cannot contain a NUL character`)
  return value
}

/**
 * Returns an email address, trimmed and in lower case (specification, section 5). It must have 5 to 255 characters, one @, a dot in
 * the domain, no blanks, none of <>"';\, and be within SMTP's limits. Like the site's forms this accepts one address only, and
 * never shortens one that is too long.
 * @throws ApiError 400
 */
export function getEmailField(body: Body, name = 'email'): string {
  const email = getTextField(body, name).trim().toLowerCase()
  if (email === '') throw createValidationError('An email address is required')
  if (
    email.length > 255 ||
    Buffer.byteLength(email) > longestAddress ||
    Buffer.byteLength(email.split('@', 1)[0] ?? '') > longestLocalPart
  )
    throw createValidationError('An email address is too long')
  if (email.length < 5 || !addressShape.test(email) || notOneAddress.test(email)) {
    throw createValidationError('Unable to validate email address: invalid format')
  }
  return email
}
