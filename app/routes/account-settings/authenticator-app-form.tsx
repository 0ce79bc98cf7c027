import { type SubmitEvent, useEffect, useState } from 'react'
import { compactPastedText } from '../../../domain/pasted.ts'
import { AuthNotice } from '../../features/account/auth-notice.tsx'
import { type TotpEnrolment, enableSecondFactor } from '../../features/account/second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { Field, focusField } from '../../ui/field.tsx'
import styles from './sign-in-code-section.module.css'

interface AuthenticatorAppFormProps {
  app: TotpEnrolment
  onCodes: (codes: string[]) => void
  onDone: () => void
  onCancel: () => void
}

/** Enrols an authenticator app: shows the QR code and asks for a first code from the app. */
export function AuthenticatorAppForm({
  app,
  onCodes,
  onDone,
  onCancel,
}: AuthenticatorAppFormProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    focusField('app-code')
  }, [])

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const typed = compactPastedText(code)
    const isCode = /^\d{6}$/.test(typed)
    setProblem(isCode ? null : 'Please type the six digits that your app shows.')
    setFailure(null)
    if (!isCode) focusField('app-code')
    if (!isCode || busy) return
    setBusy(true)
    const outcome = await enableSecondFactor(app.id, typed, onCodes)
    setBusy(false)
    if (outcome.ok) return onDone()
    setFailure(outcome.message)
    focusField('app-code')
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <div className={`stack ${styles.tie}`}>
        <p>Scan this with your authenticator app, or type the key into it.</p>
        <img className={styles.picture} src={app.qrCode} alt="The key below, to scan" />
        <p>
          Key: <code className={styles.key}>{app.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
      </div>
      {failure !== null && <AuthNotice message={failure} />}
      <Field
        label="Code from your app"
        name="app-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={12}
        hint="Every other device is signed out when you turn codes on."
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <div className="row">
        <Button type="submit" busy={busy}>
          {busy ? 'Loading...' : 'Turn on codes'}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
