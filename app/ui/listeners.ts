/** Who is told of a change; what `useSyncExternalStore` subscribes to. */
export interface Listeners {
  tell: () => void
  /** Returns what ends it. */
  subscribe: (listener: () => void) => () => boolean
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    tell() {
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
