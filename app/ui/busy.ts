import { useEffect, useState } from 'react'

/** No browser says that a navigation to another site was stopped. After this time the button can be pressed again. */
const leavingMs = 8000

/**
 * The state of a button that stays busy while the browser leaves for another site. Resets it when the back/forward cache restores
 * the page, and when the page is still open some seconds after leaving.
 */
export function useBusyUntilReturn() {
  const [state, setState] = useState<'idle' | 'busy' | 'leaving'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const reset = () => setState('idle')
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    const timer = state === 'leaving' ? setTimeout(reset, leavingMs) : undefined
    addEventListener('pageshow', onReturn)
    return () => {
      clearTimeout(timer)
      removeEventListener('pageshow', onReturn)
    }
  }, [state])
  return {
    busy: state !== 'idle',
    isLeaving: state === 'leaving',
    setBusy: (isBusy: boolean) => setState(isBusy ? 'busy' : 'idle'),
    leave(url: string): void {
      setState('leaving')
      window.location.assign(url)
    },
  }
}
