import { lazy, Suspense, useState } from 'react'
import { cleanEmailAddress } from '../../../domain/pasted.ts'
import { EmailSentNotice } from '../../features/account/auth-notice.tsx'
import { AuthForm, type AuthView } from './auth-form.tsx'
import styles from './auth.module.css'
import { Panel } from './panel.tsx'
import { usePrefilledEmail } from './use-known-email.ts'

const SignUpDone = lazy(async () => ({ default: (await import('./sign-up-done.tsx')).SignUpDone }))

interface AuthPanelProps {
  first: AuthView
  /** The path to open after signing in, here or by the link in the email. */
  getTarget: () => string
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

/** Focuses the heading of the next form, because the pressed control is below it or has been removed. */
const focusOn = (heading: HTMLElement | null): void => heading?.focus()

export function AuthPanel({ first, getTarget, onName, onSignedIn }: AuthPanelProps) {
  const [view, setView] = useState<AuthView>(first)
  const [isSent, setSent] = useState(false)
  const [email, setEmail] = usePrefilledEmail()
  const [password, setPassword] = useState('')
  const [hasMoved, setMoved] = useState(false)
  const { title, slab, to, way } = heads[view]
  const show = (next: AuthView, isSent = false) => {
    setMoved(true)
    setView(next)
    setSent(isSent)
    if (!isSent) setPassword('')
  }
  if (isSent && view === 'sign-up')
    return (
      <Suspense>
        <SignUpDone
          email={cleanEmailAddress(email)}
          password={password}
          getTarget={getTarget}
          onSignIn={() => show('sign-in')}
          onSignedIn={onSignedIn}
        />
      </Suspense>
    )
  const answer = `If there is an account for ${cleanEmailAddress(email)}, a link to set a new password is on its way.`
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
          getTarget={getTarget}
          onSent={(fields) => {
            setPassword(fields.password)
            show(view, true)
          }}
          onSignedIn={onSignedIn}
        />
      )}
      {view === 'recover' && (
        <EmailSentNotice title="Check your e-mail" text={isSent ? answer : null} />
      )}
      <p className={styles.toggle}>
        <button type="button" className="text-link" onClick={() => show(to)}>
          {way}
        </button>
      </p>
    </Panel>
  )
}
