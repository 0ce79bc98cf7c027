import { useSyncExternalStore } from 'react'

/** A set of listeners, with the `subscribe` that `useSyncExternalStore` takes. */
export interface Listeners {
  emit: () => void
  /** Returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => boolean
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    emit() {
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Creates a value outside React. Components that read it with `useValue` render again when it is set. */
export function createSharedValue<Value>(first: Value) {
  const { emit, subscribe } = createListeners()
  let value = first
  const read = () => value
  const set = (next: Value) => {
    value = next
    emit()
  }
  const useValue = () => useSyncExternalStore(subscribe, read, () => first)
  return { read, set, useValue }
}
