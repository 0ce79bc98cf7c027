import { type SubmitEvent, useState } from 'react'
import { emailMessage, isEmail } from '../../../domain/validation.ts'
import { AuthNotice, SentNotice } from '../../features/account/auth-notice.tsx'
import { askForRecovery } from '../../features/account/sign-in.ts'
import { EmailField } from './email-field.tsx'
import { SubmitButton } from './submit-button.tsx'

/** Asks for a link to a new password. The answer is the same whether there is such an account or not. */
export function RecoverForm({
  email,
  onEmail,
}: {
  email: string
  onEmail: (email: string) => void
}) {
  const [error, setError] = useState<string | undefined>()
  const [failure, setFailure] = useState<string | null>(null)
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const valid = isEmail(email.trim())
    setError(valid ? undefined : emailMessage)
    setFailure(null)
    if (!valid || state === 'busy') return
    setState('busy')
    const outcome = await askForRecovery(email)
    setState(outcome.ok ? 'sent' : 'idle')
    if (!outcome.ok) setFailure(outcome.message)
  }

  if (state === 'sent')
    return (
      <SentNotice
        title="Check your e-mail"
        text={`If there is an account for ${email.trim()}, a link to a new password is on its way.`}
      />
    )
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure !== null && <AuthNotice message={failure} />}
      <EmailField value={email} onChange={onEmail} error={error} />
      <SubmitButton busy={state === 'busy'}>Send me a link</SubmitButton>
    </form>
  )
}
