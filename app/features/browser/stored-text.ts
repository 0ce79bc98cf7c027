import { useSyncExternalStore } from 'react'
import { createStorageListeners, localStore, type StorageKey } from './storage.ts'

const notes = createStorageListeners()

export const announceNotes = notes.tell

export function storeNote(key: StorageKey, text: string): void {
  localStore.set(key, text)
  notes.tell()
}

/**
 * Returns the stored text and renders again when it changes, also in another tab. Returns null when there is none, and on the
 * server.
 */
export function useNote(key: StorageKey): string | null {
  return useSyncExternalStore(
    notes.subscribe,
    () => localStore.get(key),
    () => null,
  )
}
