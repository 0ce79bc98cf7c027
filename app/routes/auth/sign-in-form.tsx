import { type SubmitEvent, useState } from 'react'
import { emailMessage, isEmail } from '../../../domain/validation.ts'
import { AuthNotice } from '../../features/account/auth-notice.tsx'
import { signIn } from '../../features/account/sign-in.ts'
import { ErrorSummary, useFaultFocus } from '../../ui/error-summary.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './auth.module.css'
import { EmailField } from './email-field.tsx'
import { SubmitButton } from './submit-button.tsx'

interface SignInFormProps {
  email: string
  onEmail: (email: string) => void
  onDone: () => void
  onForgotten: () => void
}

type Errors = Partial<Record<'email' | 'password', string>>

export function SignInForm({ email, onEmail, onDone, onForgotten }: SignInFormProps) {
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useFaultFocus(errors)

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const found = problems(email, password)
    setErrors(found)
    setFailure(null)
    if (Object.keys(found).length > 0 || busy) return
    setBusy(true)
    const outcome = await signIn(email, password)
    setBusy(false)
    if (outcome.ok) onDone()
    else setFailure(outcome.message)
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure !== null && <AuthNotice message={failure} />}
      <ErrorSummary errors={Object.entries(errors).map(([name, message]) => ({ name, message }))} />
      <EmailField value={email} onChange={onEmail} error={errors.email} />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <p className={styles.forgotten}>
        <button type="button" className="text-link" onClick={onForgotten}>
          Forgot your password?
        </button>
      </p>
      <SubmitButton busy={busy}>Sign In</SubmitButton>
    </form>
  )
}

function problems(email: string, password: string): Errors {
  return {
    ...(!isEmail(email.trim()) && { email: emailMessage }),
    ...(password === '' && { password: 'Password is required' }),
  }
}
