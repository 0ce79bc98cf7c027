import type { RestRequest } from './request.ts'

/** Maximum characters of the header. Clients limit the size of all response headers, which a long encoded query could exceed. */
const maxLength = 4000

/** Returns the `Content-Location` of a read, with its parameters sorted by name, or null when it is too long. */
export function formatContentLocation({ name, query }: RestRequest): string | null {
  const parameters = [...new URLSearchParams(query)].toSorted(([a], [b]) => (a < b ? -1 : +(a > b)))
  const sorted = parameters.map((parameter) => parameter.map(encode).join('=')).join('&')
  const location = `/${encode(name)}${sorted === '' ? '' : `?${sorted}`}`
  return location.length > maxLength ? null : location
}

/** Encodes all characters except the unreserved ones of RFC 3986. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
