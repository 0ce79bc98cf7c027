import { useRef, useState } from 'react'
import { Panel } from './panel.tsx'
import { RecoverForm } from './recover-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpDone } from './sign-up-done.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import styles from './auth.module.css'

interface AuthPanelProps {
  /** The name as it is typed, for the sticker beside the form. */
  onName: (name: string) => void
  onSignedIn: () => void
}

type View = { name: 'sign-in' | 'sign-up' | 'recover' } | { name: 'sent'; email: string }

/** One place for signing in, signing up and recovering; what is typed as e-mail address goes along. */
export function AuthPanel({ onName, onSignedIn }: AuthPanelProps) {
  const [view, setView] = useState<View>({ name: 'sign-in' })
  const [email, setEmail] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const shared = { email, onEmail: setEmail }
  switch (view.name) {
    case 'sign-in':
      return (
        <Panel slab="teal">
          <h1 className="h2">Welcome Back</h1>
          <SignInForm
            {...shared}
            onDone={onSignedIn}
            onForgotten={() => setView({ name: 'recover' })}
          />
          <Toggle onPress={() => setView({ name: 'sign-up' })}>Need an account? Sign up</Toggle>
        </Panel>
      )
    case 'sign-up':
      return (
        <Panel slab="cheddar">
          <h1 className="h2">Create Account</h1>
          <SignUpForm
            {...shared}
            onName={onName}
            onSignedIn={onSignedIn}
            onSent={() => setView({ name: 'sent', email: email.trim() })}
          />
          <Toggle onPress={() => setView({ name: 'sign-in' })}>
            Already have an account? Sign in
          </Toggle>
        </Panel>
      )
    case 'recover':
      return (
        <Panel slab="pink">
          <h1 className="h2" ref={heading} tabIndex={-1}>
            Forgot your password?
          </h1>
          <RecoverForm {...shared} onSent={() => heading.current?.focus()} />
          <Toggle onPress={() => setView({ name: 'sign-in' })}>Back to sign in</Toggle>
        </Panel>
      )
    case 'sent':
      return <SignUpDone email={view.email} onSignIn={() => setView({ name: 'sign-in' })} />
  }
}

function Toggle({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <p className={styles.toggle}>
      <button type="button" className="text-link" onClick={onPress}>
        {children}
      </button>
    </p>
  )
}
