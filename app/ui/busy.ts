import { useEffect, useState } from 'react'

/**
 * The state of a button that stays busy while the browser leaves for another site. Resets it when the back/forward cache restores
 * the page.
 */
export function useBusyUntilReturn() {
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBusy(false)
    }
    addEventListener('pageshow', onReturn)
    return () => removeEventListener('pageshow', onReturn)
  }, [])
  return [busy, setBusy] as const
}
