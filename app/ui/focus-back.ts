import { type RefObject, useEffect, useRef } from 'react'

/**
 * A button that is disabled while it is busy drops the focus; afterwards it takes it back, unless somebody has gone on
 * to something else.
 */
export function useFocusBack(busy: boolean): RefObject<HTMLButtonElement | null> {
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
