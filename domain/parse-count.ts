/** The greatest number of pieces that the shop counts for one product. */
const most = 999_999

/** Parses a number of pieces: null for an empty field, or a fault with its message. */
export function parseCount(typed: string): { count: number | null } | { fault: string } {
  const text = typed.trim()
  if (text === '') return { count: null }
  if (!/^\d+$/.test(text)) return { fault: 'A whole number, such as 12.' }
  const count = Number(text)
  return count > most ? { fault: `At most ${most}.` } : { count }
}
