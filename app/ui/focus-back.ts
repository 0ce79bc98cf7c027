import { type RefObject, useEffect, useRef } from 'react'

/** A button disabled while it is busy drops the focus, and takes it back afterwards unless somebody has gone on. */
export function useRestoreFocus(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const element = button.current
    if (!busy || element === null) return
    return () => {
      if (document.activeElement === document.body) element.focus({ preventScroll: true })
    }
  }, [busy])
  return button
}
