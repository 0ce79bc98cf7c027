/** Counts attempts by key, `max` in each window of so many ms that begins with the first of them. */
export interface AttemptCounter {
  /** Whether one more attempt is within the limit; counts it if it is. `now` in ms. */
  take: (limit: { key: string; max: number; windowMs: number }, now: number) => boolean
}

/** The page's own count; the server has another and does not believe this one. */
export function createAttemptCounter(): AttemptCounter {
  const windows = new Map<string, { began: number; attempts: number }>()
  return {
    take({ key, max, windowMs }, now) {
      const current = windows.get(key)
      if (current === undefined || current.began + windowMs <= now) {
        windows.set(key, { began: now, attempts: 1 })
        return max > 0
      }
      if (current.attempts >= max) return false
      current.attempts += 1
      return true
    },
  }
}
