import { useState } from 'react'
import { showToast } from './toasts.tsx'

/**
 * The version that what is typed is based on: that of when typing began, whatever comes in live below it. After a conflict
 * was said, what was typed stays and is based on what there is now.
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
