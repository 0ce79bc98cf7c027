import { type SubmitEvent, useState } from 'react'
import { cleanEmailAddress } from '../../../domain/pasted.ts'
import { invalidEmailMessage, isDeliverableEmail } from '../../../domain/validation.ts'
import { AuthNotice, EmailSentNotice } from '../../features/account/auth-notice.tsx'
import { changeEmail } from '../../features/account/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Field, focusField } from '../../ui/field.tsx'
import { useRestoreFocus } from '../../ui/focus-back.ts'
import { FormBehindButton, SettingsSection } from './settings-section.tsx'

export function EmailSection({ email }: { email: string }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const button = useRestoreFocus(busy)

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const next = cleanEmailAddress(typed).toLowerCase()
    const fault = next === email ? 'That’s already your address.' : null
    const wrong = isDeliverableEmail(next) ? fault : invalidEmailMessage
    setProblem(wrong)
    setFailure(null)
    setSent(null)
    if (wrong !== null) focusField('new-email')
    if (wrong !== null || busy) return
    setBusy(true)
    const outcome = await changeEmail(next)
    setBusy(false)
    if (!outcome.ok) return setFailure(outcome.message)
    setTyped('')
    setSent(`We’ve written to ${email} and to ${next}. Open the link in both and you’ve moved.`)
  }

  return (
    <SettingsSection id="your-email" title="Your e-mail" lead={<>You sign in with {email}.</>}>
      <FormBehindButton action="Change e-mail" field="new-email">
        {() => (
          <form method="post" noValidate onSubmit={(event) => void submit(event)}>
            {failure !== null && <AuthNotice message={failure} />}
            <Field
              label="New e-mail"
              name="new-email"
              type="email"
              autoComplete="email"
              required
              value={typed}
              error={problem}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button ref={button} type="submit" variant="secondary" busy={busy}>
              {busy ? 'Loading...' : 'Change e-mail'}
            </Button>
            <EmailSentNotice title="Check both inboxes" text={sent} />
          </form>
        )}
      </FormBehindButton>
    </SettingsSection>
  )
}
