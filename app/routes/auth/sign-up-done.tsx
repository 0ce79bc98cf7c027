import { useEffect, useState } from 'react'
import { AuthNotice, EmailSentNotice } from '../../features/account/auth-notice.tsx'
import { resendConfirmation } from '../../features/account/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { useRestoreFocus } from '../../ui/focus-back.ts'
import { dismissToast, readToasts, showToast } from '../../ui/toasts.ts'
import { Panel } from './panel.tsx'
import { useEmailConfirmation } from './use-confirmed-elsewhere.ts'

interface SignUpDoneProps {
  email: string
  /** The password from the form. It is in no storage. */
  password: string
  /** The path to which the link in the email leads. */
  getTarget: () => string
  onSignIn: () => void
  onSignedIn: () => void
}

/** The page after a sign-up, which points to the link in the email. It is the same for an address that already has an account. */
export function SignUpDone({ email, password, getTarget, ...ends }: SignUpDoneProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const again = useRestoreFocus(busy)
  useEffect(dismissEarlier, [])
  useEmailConfirmation({ email, password }, ends.onSignedIn)
  async function sendAgain(): Promise<void> {
    setBusy(true)
    setFailure(null)
    const outcome = await resendConfirmation(email, getTarget())
    setBusy(false)
    if (outcome.ok) showToast({ title: 'Sent again', text: 'Have a look in your spam folder too.' })
    else setFailure(outcome.message)
  }
  return (
    <Panel slab="cheddar">
      <h1 className="h2" ref={focusOn} tabIndex={-1}>
        Nearly there
      </h1>
      {failure !== null && <AuthNotice message={failure} />}
      <EmailSentNotice
        title="Check your e-mail"
        text={`Open the link we sent to ${email} and you’re in, here too. It works on any device.`}
      />
      <div className="row">
        <Button ref={again} size="sm" variant="quiet" busy={busy} onClick={() => void sendAgain()}>
          Send it again
        </Button>
        <button type="button" className="text-link" onClick={ends.onSignIn}>
          Already have an account? Sign in
        </button>
      </div>
    </Panel>
  )
}

/** Dismisses the toast "Sign in required", which the cart has shown before. */
function dismissEarlier(): void {
  for (const { id } of readToasts()) dismissToast(id)
}

const focusOn = (heading: HTMLElement | null): void => heading?.focus()
