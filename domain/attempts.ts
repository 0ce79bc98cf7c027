export interface AttemptLimit {
  key: string
  max: number
  windowMs: number
}

/** The attempts that are counted under each key; `ends` is in ms since 1970. */
export type AttemptWindows = Record<string, { ends: number; attempts: number }>

export interface AttemptMemory {
  read: () => AttemptWindows
  write: (windows: AttemptWindows) => void
}

/** Counts attempts in the browser. The server counts separately and does not trust this count. */
export function createAttemptCounter({ read, write }: AttemptMemory) {
  return {
    /**
     * Returns true and counts the attempt when fewer than `max` were made in the current window; else returns false. `now` is in
     * ms.
     */
    take({ key, max, windowMs }: AttemptLimit, now: number): boolean {
      const open = Object.entries(read()).filter(([, { ends }]) => ends > now)
      const windows: AttemptWindows = Object.fromEntries(open)
      const current = windows[key]
      // After the clock was set back, nobody waits for longer than one window.
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
