export interface Flag {
  read: () => boolean
  set: (value: boolean) => void
  subscribe: (listener: () => void) => () => void
}

/** Something that is so or not, for `useSyncExternalStore`. */
export function createFlag(): Flag {
  const listeners = new Set<() => void>()
  let value = false
  return {
    read: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
