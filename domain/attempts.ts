export interface AttemptLimit {
  key: string
  max: number
  windowMs: number
}

/** Counts attempts by key, `max` in each window of so many ms that begins with the first of them. */
export interface AttemptCounter {
  /** Whether one more attempt is within the limit; counts it if it is. `now` in ms. */
  take: (limit: AttemptLimit, now: number) => boolean
  giveBack: (limit: AttemptLimit) => void
}

/** What a counter has counted under each key; `ends` in ms. */
export type AttemptWindows = Record<string, { ends: number; attempts: number }>

export interface AttemptMemory {
  read: () => AttemptWindows
  write: (windows: AttemptWindows) => void
}

/** The browser's own count; the server has another and does not believe this one. */
export function createAttemptCounter({ read, write }: AttemptMemory): AttemptCounter {
  return {
    take({ key, max, windowMs }, now) {
      const open = Object.entries(read()).filter(([, { ends }]) => ends > now)
      const windows: AttemptWindows = Object.fromEntries(open)
      const current = windows[key]
      // A clock that was put back must not make anybody wait for longer than the window.
      const isOpen = current !== undefined && current.ends - windowMs <= now
      if (isOpen && current.attempts >= max) return false
      windows[key] = isOpen
        ? { ...current, attempts: current.attempts + 1 }
        : { ends: now + windowMs, attempts: 1 }
      write(windows)
      return true
    },
    giveBack({ key }) {
      const windows = read()
      const current = windows[key]
      if (current === undefined) return
      write({ ...windows, [key]: { ...current, attempts: current.attempts - 1 } })
    },
  }
}
