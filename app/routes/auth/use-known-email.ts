import { useState } from 'react'
import { localStore } from '../../features/browser/storage.ts'
import { useHydrated } from '../../ui/hydrated.ts'

/** The email field's value, at first the address under which a guest saved the cart; empty on the server. */
export function usePrefilledEmail(): [string, (typed: string) => void] {
  const [typed, setTyped] = useState<string | null>(null)
  const isHydrated = useHydrated()
  return [typed ?? (isHydrated ? (localStore.get('guest_email') ?? '') : ''), setTyped]
}
