import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a ref for a button that is disabled while `busy`, which makes it lose the focus. Restores the focus afterwards,
 * unless another element has it by then.
 */
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
