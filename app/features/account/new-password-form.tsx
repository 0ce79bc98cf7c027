import { type SubmitEvent, useEffect, useState } from 'react'
import { passwordRequirements } from '../../../domain/validation.ts'
import { Button } from '../../ui/button.tsx'
import { Field, focusField } from '../../ui/field.tsx'
import { AuthNotice } from './auth-notice.tsx'
import { PasswordList } from './password-list.tsx'
import { requestCode, changePassword } from './sign-in.ts'

/** A form for a new password. It asks for a code from an email when the session is older than a day. */
export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const asksCode = code !== null
  useEffect(() => {
    if (asksCode) focusField('code')
  }, [asksCode])

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const weak = passwordRequirements(password)
    setProblem(weak)
    setFailure(null)
    if (weak !== null) focusField('new-password')
    if (weak !== null || busy) return
    setBusy(true)
    const outcome = await changePassword(password, code)
    const needsCode = !outcome.ok && outcome.code === 'reauthentication_needed'
    const next = needsCode ? await requestCode() : outcome
    setBusy(false)
    if (!next.ok) {
      const isWeak = next.code === 'weak_password'
      if (isWeak) setProblem(next.message)
      else setFailure(next.message)
      focusField(asksCode && !isWeak ? 'code' : 'new-password')
      return
    }
    if (needsCode) return setCode('')
    setPassword('')
    setCode(null)
    onDone()
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure !== null && <AuthNotice message={failure} />}
      {/* After Enter the focus is already in the field, so its error is announced only by this live region. */}
      <div aria-live="assertive">
        <Field
          label="New password"
          name="new-password"
          type="password"
          autoComplete="new-password"
          required
          value={password}
          error={problem}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </div>
      <PasswordList id="new-password-rules" password={password} told={problem !== null} />
      {code !== null && (
        <Field
          label="Code from your e-mail"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="You signed in a while ago, so we have sent you a code to be sure."
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <Button type="submit" busy={busy}>
        {busy ? 'Loading...' : 'Change password'}
      </Button>
    </form>
  )
}
