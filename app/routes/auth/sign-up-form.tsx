import { type SubmitEvent, useState } from 'react'
import { limits, nameSuspicion, signUpProblems } from '../../../domain/validation.ts'
import type { SignUpFields } from '../../../domain/validation.ts'
import { AuthNotice } from '../../features/account/auth-notice.tsx'
import { PasswordList } from '../../features/account/password-list.tsx'
import { signUp } from '../../features/account/sign-in.ts'
import { logSecurityEvent } from '../../features/backend-client/security-log.ts'
import { ErrorSummary, useFaultFocus } from '../../ui/error-summary.tsx'
import { Field } from '../../ui/field.tsx'
import { EmailField } from './email-field.tsx'
import { SubmitButton } from './submit-button.tsx'

interface SignUpFormProps {
  email: string
  onEmail: (email: string) => void
  onName: (name: string) => void
  /** A confirmation is on its way. */
  onSent: () => void
  /** The backend asks for no confirmation. */
  onSignedIn: () => void
}

type Errors = Partial<Record<keyof SignUpFields, string>>

export function SignUpForm({ email, onEmail, onName, onSent, onSignedIn }: SignUpFormProps) {
  const [fullName, setFullName] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useFaultFocus(errors)

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const fields = { fullName, email, password }
    const found = check(fields)
    setErrors(found)
    setFailure(null)
    if (Object.keys(found).length > 0 || busy) return
    setBusy(true)
    let signedIn = false
    const outcome = await signUp(fields, () => {
      signedIn = true
    })
    setBusy(false)
    if (!outcome.ok && outcome.code === 'weak_password') setErrors({ password: outcome.message })
    else if (!outcome.ok) setFailure(outcome.message)
    else if (signedIn) onSignedIn()
    else onSent()
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure !== null && <AuthNotice message={failure} />}
      <ErrorSummary errors={Object.entries(errors).map(([name, message]) => ({ name, message }))} />
      <Field
        label="Full Name"
        name="fullName"
        autoComplete="name"
        required
        maxLength={limits.name}
        value={fullName}
        error={errors.fullName}
        onChange={(event) => {
          setFullName(event.currentTarget.value)
          onName(event.currentTarget.value)
        }}
      />
      <EmailField value={email} onChange={onEmail} error={errors.email} />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordList id="password-rules" password={password} told={errors.password !== undefined} />
      <SubmitButton busy={busy}>Sign Up</SubmitButton>
    </form>
  )
}

/** What is wrong, by field; a name that looks like an attack is noted. */
function check(fields: SignUpFields): Errors {
  if (nameSuspicion(fields.fullName) !== null) {
    const details = { form: 'account', field: 'full_name' }
    void logSecurityEvent('suspicious_form_submission', details, Date.now())
  }
  return signUpProblems(fields)
}
