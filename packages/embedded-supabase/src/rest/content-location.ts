import type { RestRequest } from './request.ts'

/** Characters. Clients limit the size of a response's headers, and a long query that is encoded may exceed it. */
const maxLength = 4000

/** Returns the `Content-Location` of a read, with its parameters sorted by name; null when it is too long. */
export function formatContentLocation({ name, query }: RestRequest): string | null {
  const parameters = [...new URLSearchParams(query)].toSorted(([a], [b]) => (a < b ? -1 : +(a > b)))
  const sorted = parameters.map((parameter) => parameter.map(encode).join('=')).join('&')
  const location = `/${encode(name)}${sorted === '' ? '' : `?${sorted}`}`
  return location.length > maxLength ? null : location
}

/** Encodes all characters but the unreserved ones of RFC 3986. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
