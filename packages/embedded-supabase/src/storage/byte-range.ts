/** Both ends are included, as in a Content-Range header. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Reads a Range header (RFC 9110, section 14). `whole`: there is none, or one that need not be followed: another
 * unit, bad syntax, or several ranges at once. `unsatisfiable`: it asks for nothing that is there (416).
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '')
  if (match === null) return 'whole'
  const [, from = '', to = ''] = match
  if (from === '') return to === '' ? 'whole' : suffix(Number(to), size)
  const first = Number(from)
  if (to !== '' && Number(to) < first) return 'whole'
  if (first >= size) return 'unsatisfiable'
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { first: Math.max(0, size - length), last: size - 1 }
}
