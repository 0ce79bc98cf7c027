import { useSyncExternalStore } from 'react'
import { createListeners } from '../../ui/listeners.ts'

/** A first sign-in, which is welcomed; or a recovery link was opened, and a new password is wanted. */
export type Occasion = 'welcome' | 'recovery' | null

const { tell, subscribe } = createListeners()
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
  tell()
}
