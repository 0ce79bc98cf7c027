export interface AttemptLimit {
  key: string
  max: number
  windowMs: number
}

/** The current window of each key. `ends` is in ms since 1970. */
export type AttemptWindows = Record<string, { ends: number; attempts: number }>

export interface AttemptStore {
  read: () => AttemptWindows
  write: (windows: AttemptWindows) => void
}

/** Limits attempts in the browser. The server has its own count and does not trust this one. */
export function createAttemptCounter({ read, write }: AttemptStore) {
  return {
    /**
     * Counts an attempt and returns true while fewer than `max` attempts were made in the current window; else returns false. `now`
     * is in ms since 1970.
     */
    take({ key, max, windowMs }: AttemptLimit, now: number): boolean {
      const openWindows = Object.entries(read()).filter(([, { ends }]) => ends > now)
      const windows: AttemptWindows = Object.fromEntries(openWindows)
      const current = windows[key]
      // A window that starts in the future shows that the clock was set back. It is ignored, so that the wait never exceeds one
      // window.
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
