import { useState } from 'react'
import { showToast } from '../ui/toasts.tsx'

/**
 * Returns the row, or its version, that an edit is based on: the one from when typing began, even if realtime updates the row.
 * After a conflict, `onConflict` shows a toast, keeps the typed values and bases them on the current row.
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
