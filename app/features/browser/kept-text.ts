/** Text by key. What the browser refuses to keep (private mode, full, blocked) is kept in memory instead. */
export interface KeyValueStore<Key = string> {
  get(key: Key): string | null
  set(key: Key, value: string): void
  remove(key: Key): void
}

/**
 * @param open may throw, at once or whenever what it returns is used
 * @param memory holds what is not kept
 */
export function createStore(
  open: () => Storage,
  memory = new Map<string, string>(),
): KeyValueStore {
  return {
    get(key) {
      return memory.get(key) ?? attempt(() => open().getItem(key)) ?? null
    },
    set(key, value) {
      memory.set(key, value)
      attempt(() => {
        open().setItem(key, value)
        memory.delete(key)
      })
    },
    remove(key) {
      memory.delete(key)
      attempt(() => open().removeItem(key))
    },
  }
}

/** A browser that refuses storage throws; the caller then goes on in memory, so the cause is of no use to it. */
export function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
