/** Statements that PostgreSQL keeps ready on each connection; each takes memory there until the connection ends. */
const maxPrepared = 200
const worthPreparing = 3
const maxWatched = 2000

/**
 * Decides which statements are kept ready: those that come again, and never more than a fixed number, since a caller
 * can think up as many different ones as he likes.
 */
export function createPreparationPolicy(): (text: string) => boolean {
  const prepared = new Set<string>()
  const seen = new Map<string, number>()
  return (text) => {
    if (prepared.has(text)) return true
    if (prepared.size >= maxPrepared) return false
    const count = (seen.get(text) ?? 0) + 1
    if (count < worthPreparing) {
      if (seen.size >= maxWatched) seen.clear()
      seen.set(text, count)
      return false
    }
    seen.delete(text)
    prepared.add(text)
    return true
  }
}
