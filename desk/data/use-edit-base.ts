import { useState } from 'react'
import { showToast } from '../ui/toasts.tsx'

/**
 * Returns the row, or its version, that an edit is based on: that of the time when typing began, even if realtime updates the
 * row. `onConflict` reports a conflict: the typed values stay and are based on the present row.
 */
export function useEditBase<Base>(now: Base, { began = now, isTyped = true } = {}) {
  const [fixed, setFixed] = useState<{ base: Base } | null>({ base: began })
  if (!isTyped && fixed?.base !== now) setFixed({ base: now })
  return {
    base: fixed === null ? now : fixed.base,
    setBase: (base: Base) => setFixed({ base }),
    onConflict: () => {
      setFixed(null)
      showToast({
        text: 'Somebody else changed it first. Tap again to keep yours, or close to see theirs.',
        kind: 'fault',
      })
    },
  }
}
