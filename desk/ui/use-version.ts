import { useState } from 'react'
import { showToast } from './toasts.tsx'

/**
 * Returns the version that an edit is based on: that of the time when typing began, even if realtime updates the row. After a
 * conflict was reported, the typed values stay and are based on the present version.
 */
export function useVersion(
  now: number,
  { began = now, isTyped = true } = {},
): [base: number, sayConflict: () => void] {
  const [base, setBase] = useState<number | null>(began)
  if (!isTyped && base !== now) setBase(now)
  const sayConflict = () => {
    setBase(null)
    showToast({
      text: 'Somebody else changed it first. Tap again to keep yours, or close to see theirs.',
      kind: 'fault',
    })
  }
  return [base ?? now, sayConflict]
}
