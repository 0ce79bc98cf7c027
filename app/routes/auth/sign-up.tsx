import { useEffect, useRef, useState } from 'react'
import {
  limits,
  nameSuspicion,
  type SignUpFields,
  signUpProblems,
} from '../../../domain/validation.ts'
import { AuthNotice, SentNotice } from '../../features/account/auth-notice.tsx'
import { PasswordList } from '../../features/account/password-list.tsx'
import { resendConfirmation, signUp } from '../../features/account/sign-in.ts'
import { logSecurityEvent } from '../../features/backend-client/security-log.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'
import { showToast } from '../../ui/toasts.ts'
import { AuthForm, EmailField, Panel, PasswordField, type Problems } from './auth-form.tsx'

interface SignUpFormProps {
  email: string
  onEmail: (email: string) => void
  onName: (name: string) => void
  /** A confirmation is on its way. */
  onSent: () => void
  /** The backend asks for no confirmation. */
  onSignedIn: () => void
}

export function SignUpForm({ email, onEmail, onName, onSent, onSignedIn }: SignUpFormProps) {
  const [fullName, setFullName] = useState('')
  const [password, setPassword] = useState('')
  const isSignedIn = useRef(false)
  const fields = { fullName, email, password }
  const send = () =>
    signUp(fields, () => {
      isSignedIn.current = true
    })
  const finish = () => (isSignedIn.current ? onSignedIn() : onSent())
  return (
    <AuthForm button="Sign Up" check={() => check(fields)} send={send} onDone={finish}>
      {(problems) => (
        <>
          <Field
            label="Full Name"
            name="fullName"
            autoComplete="name"
            required
            maxLength={limits.name}
            value={fullName}
            error={problems.fullName}
            onChange={(event) => {
              setFullName(event.currentTarget.value)
              onName(event.currentTarget.value)
            }}
          />
          <EmailField value={email} error={problems.email} onChange={onEmail} />
          <PasswordField
            age="new"
            value={password}
            error={problems.password}
            onChange={setPassword}
          />
          <PasswordList
            id="password-rules"
            password={password}
            told={problems.password !== undefined}
          />
        </>
      )}
    </AuthForm>
  )
}

/** What is wrong, by field; a name that looks like an attack is noted. */
function check(fields: SignUpFields): Problems {
  if (nameSuspicion(fields.fullName) !== null) {
    const details = { form: 'account', field: 'full_name' }
    void logSecurityEvent('suspicious_form_submission', details, Date.now())
  }
  return signUpProblems(fields)
}

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
