/** Statements that PostgreSQL keeps ready on each connection; each takes memory there until the connection ends. */
const maxPrepared = 200
/** The part of these that visitors may take. */
const maxOfVisitors = 100
const worthPreparing = 3
const maxWatched = 2000

/**
 * Decides which statements are kept ready, and under which name: those that come again, and never more than a fixed
 * number, since a caller can think up as many different ones as he likes. Visitors leave room for the project's own
 * server.
 */
export function createPreparationPolicy(): (text: string, isOwn: boolean) => string | undefined {
  const prepared = new Map<string, string>()
  const seen = new Map<string, number>()
  let ofVisitors = 0
  return (text, isOwn) => {
    const known = prepared.get(text)
    if (known !== undefined || prepared.size >= maxPrepared) return known
    if (!isOwn && ofVisitors >= maxOfVisitors) return undefined
    const count = (seen.get(text) ?? 0) + 1
    if (count < worthPreparing) {
      if (seen.size >= maxWatched) seen.clear()
      seen.set(text, count)
      return undefined
    }
    seen.delete(text)
    const name = `request_${prepared.size}`
    prepared.set(text, name)
    if (!isOwn) ofVisitors++
    return name
  }
}
