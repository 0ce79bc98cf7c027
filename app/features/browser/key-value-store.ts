/**
 * Stores text by key. A value that the browser refuses to store (private mode, full or blocked storage) is held in memory instead.
 */
export interface KeyValueStore<Key = string> {
  get(key: Key): string | null
  set(key: Key, value: string): void
  remove(key: Key): void
}

/**
 * @param getStorage may throw, or return a storage that throws when it is used
 * @param memory holds the values that the browser refuses to store
 */
export function createKeyValueStore(
  getStorage: () => Storage,
  memory = new Map<string, string>(),
): KeyValueStore {
  return {
    get(key) {
      return memory.get(key) ?? tryStorage(() => getStorage().getItem(key)) ?? null
    },
    set(key, value) {
      memory.set(key, value)
      tryStorage(() => {
        getStorage().setItem(key, value)
        memory.delete(key)
      })
    },
    remove(key) {
      memory.delete(key)
      tryStorage(() => getStorage().removeItem(key))
    },
  }
}

/**
 * Returns undefined when the browser refuses storage, which it does by throwing. The error is dropped, because the caller uses
 * memory instead.
 */
export function tryStorage<Result>(operation: () => Result): Result | undefined {
  try {
    return operation()
  } catch {
    return undefined
  }
}
