import { useEffect, useEffectEvent } from 'react'
import { useSession } from '../../features/account/session.ts'
import { signIn } from '../../features/account/sign-in.ts'
import { startConfirmationPolling } from './confirmation-tries.ts'

/**
 * Calls `onSignedIn` when the email address has been confirmed: in another tab, which changes the session, or on another
 * device, which requires polling.
 */
export function useEmailConfirmation(
  { email, password }: { email: string; password: string },
  onSignedIn: () => void,
): void {
  const isSignedIn = useSession().user !== null
  const goOn = useEffectEvent(onSignedIn)
  useEffect(() => {
    if (isSignedIn) goOn()
  }, [isSignedIn])
  useEffect(() => {
    if (isSignedIn) return
    const { tryNow, stop } = startConfirmationPolling({
      signIn: () => signIn(email, password),
      // The new session triggers the effect above.
      onSignedIn: () => undefined,
      now: () => Date.now(),
      later: (work, delayMs) => {
        const timer = setTimeout(work, delayMs)
        return () => clearTimeout(timer)
      },
    })
    const onReturn = () => {
      if (document.visibilityState === 'visible') tryNow()
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      document.removeEventListener('visibilitychange', onReturn)
      stop()
    }
  }, [email, password, isSignedIn])
}
