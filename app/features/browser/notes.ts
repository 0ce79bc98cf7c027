import { useSyncExternalStore } from 'react'
import { createStorageListeners, localStore, type StorageKey } from './storage.ts'

const notes = createStorageListeners()

export const announceNotes = notes.notify

export function storeNote(key: StorageKey, text: string): void {
  localStore.set(key, text)
  notes.notify()
}

/** A note as it is now, here and in other tabs; null when there is none, and on the server. */
export function useNote(key: StorageKey): string | null {
  return useSyncExternalStore(
    notes.subscribe,
    () => localStore.get(key),
    () => null,
  )
}
