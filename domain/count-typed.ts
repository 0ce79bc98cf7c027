/** As many as the shop counts of one product. */
const most = 999_999

/** What somebody typed as a number of pieces: null for nothing, or why it is none. */
export function readCount(typed: string): { count: number | null } | { fault: string } {
  const text = typed.trim()
  if (text === '') return { count: null }
  if (!/^\d+$/.test(text)) return { fault: 'A whole number, such as 12.' }
  const count = Number(text)
  return count > most ? { fault: `At most ${most}.` } : { count }
}
