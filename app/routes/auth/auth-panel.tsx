import { useEffect, useRef, useState } from 'react'
import { emailMessage, isEmail } from '../../../domain/validation.ts'
import { SentNotice } from '../../features/account/auth-notice.tsx'
import { askForRecovery, signIn } from '../../features/account/sign-in.ts'
import { focusField } from '../../ui/field.tsx'
import { AuthForm, EmailField, Panel, PasswordField } from './auth-form.tsx'
import styles from './auth.module.css'
import { SignUpDone, SignUpForm } from './sign-up.tsx'

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

interface EmailProps {
  email: string
  onEmail: (email: string) => void
}

interface SignInFormProps extends EmailProps {
  onDone: () => void
  onForgotten: () => void
}

function SignInForm({ email, onEmail, onDone, onForgotten }: SignInFormProps) {
  const [password, setPassword] = useState('')
  const check = () => ({
    ...emailProblem(email),
    ...(password === '' && { password: 'Password is required' }),
  })
  return (
    <AuthForm button="Sign In" check={check} send={() => signIn(email, password)} onDone={onDone}>
      {(problems) => (
        <>
          <EmailField value={email} error={problems.email} onChange={onEmail} />
          <PasswordField
            age="current"
            value={password}
            error={problems.password}
            onChange={setPassword}
          />
          <p className={styles.forgotten}>
            <button type="button" className="text-link" onClick={onForgotten}>
              Forgot your password?
            </button>
          </p>
        </>
      )}
    </AuthForm>
  )
}

interface RecoverFormProps extends EmailProps {
  /** The form goes, and with it the focus. */
  onSent: () => void
}

/** Asks for a link to a new password. The answer is the same whether there is such an account or not. */
function RecoverForm({ email, onEmail, onSent }: RecoverFormProps) {
  const [sent, setSent] = useState(false)
  useEffect(() => {
    focusField('email')
  }, [])
  const finish = () => {
    setSent(true)
    onSent()
  }
  const answer = `If there is an account for ${email.trim()}, a link to a new password is on its way.`
  return (
    <>
      {!sent && (
        <AuthForm
          button="Send me a link"
          check={() => emailProblem(email)}
          send={() => askForRecovery(email)}
          onDone={finish}
        >
          {(problems) => <EmailField value={email} error={problems.email} onChange={onEmail} />}
        </AuthForm>
      )}
      <SentNotice title="Check your e-mail" text={sent ? answer : null} />
    </>
  )
}

function emailProblem(email: string): { email?: string } {
  return isEmail(email.trim()) ? {} : { email: emailMessage }
}
