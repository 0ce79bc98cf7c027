import { useEffect, useRef, useState } from 'react'
import { AuthNotice, SentNotice } from '../../features/account/auth-notice.tsx'
import { Panel } from '../../features/account/panel.tsx'
import { resendConfirmation } from '../../features/account/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'
import { showToast } from '../../ui/toasts.ts'

/** After a sign-up: the link in the mail comes next. It says the same to an address that has an account. */
export function SignUpDone({ email, onSignIn }: { email: string; onSignIn: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const again = useFocusBack(busy)
  useEffect(() => heading.current?.focus(), [])

  async function sendAgain(): Promise<void> {
    setBusy(true)
    setFailure(null)
    const outcome = await resendConfirmation(email)
    setBusy(false)
    if (outcome.ok) showToast({ title: 'Sent again', text: 'Have a look in your spam folder too.' })
    else setFailure(outcome.message)
  }

  return (
    <Panel slab="cheddar">
      <h1 className="h2" ref={heading} tabIndex={-1}>
        Nearly there
      </h1>
      {failure !== null && <AuthNotice message={failure} />}
      <SentNotice
        title="Check your e-mail"
        text={`Press the link we sent to ${email} and you’re in.`}
      />
      <div className="row">
        <Button ref={again} size="sm" variant="quiet" busy={busy} onClick={() => void sendAgain()}>
          Send it again
        </Button>
        <button type="button" className="text-link" onClick={onSignIn}>
          Already have an account? Sign in
        </button>
      </div>
    </Panel>
  )
}
