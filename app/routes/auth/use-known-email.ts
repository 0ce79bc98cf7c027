import { useState } from 'react'
import { localStore } from '../../features/browser/storage.ts'
import { useHydrated } from '../../ui/hydrated.ts'

/**
 * Returns the value of the email field and its setter. The initial value is the one under which a guest saved the
 * cart, or '' during server rendering.
 */
export function usePrefilledEmail(): [string, (typed: string) => void] {
  const [typed, setTyped] = useState<string | null>(null)
  const isHydrated = useHydrated()
  return [typed ?? (isHydrated ? (localStore.get('guest_email') ?? '') : ''), setTyped]
}
