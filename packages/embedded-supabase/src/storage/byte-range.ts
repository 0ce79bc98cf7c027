/** A range of bytes; both ends are included, as in a Content-Range header. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Parses a Range header (RFC 9110, section 14). Returns `whole` without a header, or for one that may be ignored: another unit, bad
 * syntax or several ranges. Returns `unsatisfiable` when the range is beyond the file's end (416).
 */
export function parseRange(
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
