import { type SubmitEvent, useEffect, useState } from 'react'
import { emailMessage, isEmail } from '../../../domain/validation.ts'
import { AuthNotice, SentNotice } from '../../features/account/auth-notice.tsx'
import { askForRecovery } from '../../features/account/sign-in.ts'
import { useFaultFocus } from '../../ui/error-summary.tsx'
import { focusField } from '../../ui/field.tsx'
import { EmailField } from './email-field.tsx'
import { SubmitButton } from './submit-button.tsx'

interface RecoverFormProps {
  email: string
  onEmail: (email: string) => void
  /** The form goes, and with it the focus. */
  onSent: () => void
}

/** Asks for a link to a new password. The answer is the same whether there is such an account or not. */
export function RecoverForm({ email, onEmail, onSent }: RecoverFormProps) {
  const [errors, setErrors] = useState<{ email?: string }>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  useEffect(() => {
    focusField('email')
  }, [])
  useFaultFocus(errors)

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const valid = isEmail(email.trim())
    setErrors(valid ? {} : { email: emailMessage })
    setFailure(null)
    if (!valid || state === 'busy') return
    setState('busy')
    const outcome = await askForRecovery(email)
    setState(outcome.ok ? 'sent' : 'idle')
    if (outcome.ok) onSent()
    else setFailure(outcome.message)
  }

  const answer = `If there is an account for ${email.trim()}, a link to a new password is on its way.`
  return (
    <>
      {state !== 'sent' && (
        <form method="post" noValidate onSubmit={(event) => void submit(event)}>
          {failure !== null && <AuthNotice message={failure} />}
          <EmailField value={email} onChange={onEmail} error={errors.email} />
          <SubmitButton busy={state === 'busy'}>Send me a link</SubmitButton>
        </form>
      )}
      <SentNotice title="Check your e-mail" text={state === 'sent' ? answer : null} />
    </>
  )
}
