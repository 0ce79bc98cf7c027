import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the page from the server and while it comes alive, true after that. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
