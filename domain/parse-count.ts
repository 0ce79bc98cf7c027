/** The largest stock of one product. */
const maxCount = 999_999

/** Parses a number of pieces. Returns null for an empty field, and an error message for an invalid number. */
export function parseCount(typed: string): { count: number | null } | { fault: string } {
  const text = typed.trim()
  if (text === '') return { count: null }
  if (!/^\d+$/.test(text)) return { fault: 'A whole number, such as 12.' }
  const count = Number(text)
  return count > maxCount ? { fault: `At most ${maxCount}.` } : { count }
}
