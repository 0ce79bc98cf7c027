import { useState } from 'react'
import { localStore } from '../../features/browser/storage.ts'
import { useHydrated } from '../../ui/hydrated.ts'

/** What is typed as the address, which begins with the one that a guest has saved the cart under; the server knows none. */
export function useKnownEmail(): [string, (typed: string) => void] {
  const [typed, setTyped] = useState<string | null>(null)
  const isHydrated = useHydrated()
  return [typed ?? (isHydrated ? (localStore.get('guest_email') ?? '') : ''), setTyped]
}
