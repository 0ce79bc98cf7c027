import { useState } from 'react'
import { localStore } from '../../features/browser/storage.ts'
import { useEarlyInputDone } from '../../ui/early-input.ts'

/**
 * Returns the value of the email field and its setter. Until the visitor types, it is the one under which a guest saved the cart,
 * or '' during server rendering and hydration.
 */
export function usePrefilledEmail(): [string, (typed: string) => void] {
  const [typed, setTyped] = useState<string | null>(null)
  const isReady = useEarlyInputDone()
  return [typed ?? (isReady ? (localStore.get('guest_email') ?? '') : ''), setTyped]
}
