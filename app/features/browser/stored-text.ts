import { useSyncExternalStore } from 'react'
import { createStorageListeners, localStore, type StorageKey } from './storage.ts'

const listeners = createStorageListeners()

export const emitStoredTextChange = listeners.emit

export function setStoredText(key: StorageKey, text: string): void {
  localStore.set(key, text)
  listeners.emit()
}

/**
 * Returns the stored text and renders again when it changes, also in another tab. Returns null when there is none, and on the
 * server.
 */
export function useStoredText(key: StorageKey): string | null {
  return useSyncExternalStore(
    listeners.subscribe,
    () => localStore.get(key),
    () => null,
  )
}
