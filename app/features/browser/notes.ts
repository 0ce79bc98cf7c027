import { useSyncExternalStore } from 'react'
import { createStorageListeners, localStore } from './storage.ts'

const notes = createStorageListeners()

/** Has whoever shows a note look again. */
export const announceNotes = notes.tell

export function keepNote(key: string, text: string): void {
  localStore.set(key, text)
  notes.tell()
}

/** A note as it is now, here and in other tabs; null when there is none, and on the server. */
export function useNote(key: string): string | null {
  return useSyncExternalStore(
    notes.subscribe,
    () => localStore.get(key),
    () => null,
  )
}
