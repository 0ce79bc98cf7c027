export interface AttemptLimit {
  key: string
  max: number
  windowMs: number
}

/** What a counter has counted under each key; `ends` in ms. */
export type AttemptWindows = Record<string, { ends: number; attempts: number }>

export interface AttemptMemory {
  read: () => AttemptWindows
  write: (windows: AttemptWindows) => void
}

/** The browser's own count; the server has another and does not believe this one. */
export function createAttemptCounter({ read, write }: AttemptMemory) {
  return {
    /** Whether one more attempt is within the limit, of `max` in each window; counts it if it is. `now` in ms. */
    take({ key, max, windowMs }: AttemptLimit, now: number): boolean {
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
    giveBack({ key }: AttemptLimit): void {
      const windows = read()
      const current = windows[key]
      if (current === undefined) return
      write({ ...windows, [key]: { ...current, attempts: current.attempts - 1 } })
    },
  }
}
