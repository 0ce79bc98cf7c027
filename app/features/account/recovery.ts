import { useSyncExternalStore } from 'react'
import { createFlag } from '../flag.ts'

const recovery = createFlag()

/** True from the moment a recovery link was opened until a new password is set. */
export function useRecovery(): boolean {
  return useSyncExternalStore(recovery.subscribe, recovery.read, () => false)
}

export function isRecovering(): boolean {
  return recovery.read()
}

export function startRecovery(): void {
  recovery.set(true)
}

export function endRecovery(): void {
  recovery.set(false)
}
