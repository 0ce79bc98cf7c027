import { useSyncExternalStore } from 'react'

/** A first sign-in, which is welcomed; or a recovery link was opened, and a new password is wanted. */
export type Occasion = 'welcome' | 'recovery' | null

const listeners = new Set<() => void>()
let occasion: Occasion = null

export function useOccasion(): Occasion {
  return useSyncExternalStore(subscribe, readOccasion, () => null)
}

export function readOccasion(): Occasion {
  return occasion
}

/** Null when it is over. */
export function setOccasion(next: Occasion): void {
  occasion = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
