import { type ReactNode, useState } from 'react'
import { cleanAddress } from '../../../domain/pasted.ts'
import { AuthNotice, SentNotice } from '../../features/account/auth-notice.tsx'
import { resendConfirmation } from '../../features/account/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'
import { showToast } from '../../ui/toasts.ts'
import { AuthForm, type View } from './auth-form.tsx'
import styles from './auth.module.css'

interface AuthPanelProps {
  onName: (name: string) => void
  onSignedIn: () => void
}

const heads = {
  'sign-in': {
    title: 'Welcome Back',
    slab: 'teal',
    to: 'sign-up',
    way: 'Need an account? Sign up',
  },
  'sign-up': {
    title: 'Create Account',
    slab: 'cheddar',
    to: 'sign-in',
    way: 'Already have an account? Sign in',
  },
  recover: { title: 'Forgot your password?', slab: 'pink', to: 'sign-in', way: 'Back to sign in' },
} as const

/** Another form comes above what was pressed, or none in its place: reading goes on from its heading. */
const focusOn = (heading: HTMLElement | null): void => heading?.focus()

export function AuthPanel({ onName, onSignedIn }: AuthPanelProps) {
  const [view, setView] = useState<View>('sign-in')
  const [isSent, setSent] = useState(false)
  const [email, setEmail] = useState('')
  const [hasMoved, setMoved] = useState(false)
  const { title, slab, to, way } = heads[view]
  const show = (next: View, isSent = false) => {
    setMoved(true)
    setView(next)
    setSent(isSent)
  }
  if (isSent && view === 'sign-up')
    return <SignUpDone email={cleanAddress(email)} onSignIn={() => show('sign-in')} />
  const answer = `If there is an account for ${cleanAddress(email)}, a link to set a new password is on its way.`
  return (
    <Panel slab={slab}>
      <h1 key={`${view} ${isSent}`} className="h2" ref={hasMoved ? focusOn : null} tabIndex={-1}>
        {title}
      </h1>
      {!isSent && (
        <AuthForm
          key={view}
          view={view}
          email={email}
          onType={(name, value) => (name === 'email' ? setEmail(value) : onName(value))}
          onForgotten={() => show('recover')}
          onSent={() => show(view, true)}
          onSignedIn={onSignedIn}
        />
      )}
      {view === 'recover' && <SentNotice title="Check your e-mail" text={isSent ? answer : null} />}
      <p className={styles.toggle}>
        <button type="button" className="text-link" onClick={() => show(to)}>
          {way}
        </button>
      </p>
    </Panel>
  )
}

/** After a sign-up: the link in the mail comes next. It says the same to an address that has an account. */
function SignUpDone({ email, onSignIn }: { email: string; onSignIn: () => void }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const again = useFocusBack(busy)
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
      <h1 className="h2" ref={focusOn} tabIndex={-1}>
        Nearly there
      </h1>
      {failure !== null && <AuthNotice message={failure} />}
      <SentNotice
        title="Check your e-mail"
        text={`Tap the link we sent to ${email} and you’re in.`}
      />
      <div className="row">
        <Button ref={again} size="sm" variant="quiet" busy={busy} onClick={() => void sendAgain()}>
          Send it again
        </Button>
        <button type="button" className="text-link" onClick={onSignIn}>
          {heads['sign-up'].way}
        </button>
      </div>
    </Panel>
  )
}

export function Panel({ slab, children }: { slab: string; children: ReactNode }) {
  return (
    <div className={styles.panel} style={{ '--slab-c': `var(--${slab})` }}>
      {children}
    </div>
  )
}
