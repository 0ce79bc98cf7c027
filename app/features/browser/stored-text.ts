import { useSyncExternalStore } from 'react'
import { createStorageListeners, localStore, type StorageKey } from './storage.ts'

const { emit, subscribe } = createStorageListeners()

export const emitStoredTextChange = emit
export const subscribeToStoredText = subscribe

export function setStoredText(key: StorageKey, text: string): void {
  localStore.set(key, text)
  emit()
}

/**
 * Returns the stored text and renders again when it changes, also in another tab. Returns null when there is none, and on the
 * server.
 */
export function useStoredText(key: StorageKey): string | null {
  return useSyncExternalStore(
    subscribe,
    () => localStore.get(key),
    () => null,
  )
}
