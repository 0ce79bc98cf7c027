/** Maximum of prepared statements per connection. Each takes memory in PostgreSQL until the connection ends. */
const maxPrepared = 200
/** Maximum of prepared statements that visitors' requests may use. */
const maxOfVisitors = 100
const worthPreparing = 3
const maxWatched = 2000

/**
 * Creates a function that returns the name of a prepared statement for SQL that has been run several times, and otherwise
 * undefined. The number of prepared statements is limited, because callers can invent any number of different ones; half of them
 * are reserved for the project's own server.
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
