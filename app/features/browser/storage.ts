import { createListeners, type Listeners } from '../../ui/listeners.ts'

/** Text by key. What the browser refuses to keep (private mode, full, blocked) is kept in memory instead. */
export interface KeyValueStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

export const localStore = createStore(() => window.localStorage)
/** Kept until the tab is closed. */
export const sessionStore = createStore(() => window.sessionStorage)

/** `open` may throw, at once or whenever what it returns is used. */
export function createStore(open: () => Storage): KeyValueStore {
  const memory = new Map<string, string>()
  return {
    get(key) {
      return memory.get(key) ?? attempt(() => open().getItem(key)) ?? null
    },
    set(key, value) {
      const kept = attempt(() => {
        open().setItem(key, value)
        return true
      })
      if (kept === true) memory.delete(key)
      else memory.set(key, value)
    },
    remove(key) {
      memory.delete(key)
      attempt(() => open().removeItem(key))
    },
  }
}

/** A browser that refuses storage throws; the caller then goes on in memory, so the cause is of no use to it. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** Who is told of a change of what this browser keeps: by `tell` in this tab, by the browser in the others. */
export function createStorageListeners(): Listeners {
  const { tell, subscribe } = createListeners()
  return {
    tell,
    subscribe(listener) {
      const end = subscribe(listener)
      window.addEventListener('storage', listener)
      return () => {
        window.removeEventListener('storage', listener)
        return end()
      }
    },
  }
}
