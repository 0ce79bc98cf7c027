import { useSyncExternalStore } from 'react'
import { createFlag } from '../flag.ts'

const welcome = createFlag()

/** True while the welcome dialog is to be shown. */
export function useWelcome(): boolean {
  return useSyncExternalStore(welcome.subscribe, welcome.read, () => false)
}

export function openWelcome(): void {
  welcome.set(true)
}

export function closeWelcome(): void {
  welcome.set(false)
}
