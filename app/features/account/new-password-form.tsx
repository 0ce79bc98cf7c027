import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { getPasswordMessage } from '../../../domain/validation.ts'
import { Button } from '../../ui/button.tsx'
import { Field, focusField } from '../../ui/field.tsx'
import { AuthNotice } from './auth-notice.tsx'
import { PasswordRuleList } from './password-rule-list.tsx'
import { requestReauthenticationCode, changePassword } from './sign-in.ts'

/** A form for a new password. It asks for a code from an email when the session is older than a day. */
export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [passwordError, setPasswordError] = useState<string | null>(null)
  const [formError, setFormError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** The password of a request without a response, which may have changed it. */
  const unconfirmed = useRef<string | null>(null)

  const requiresCode = code !== null
  useEffect(() => {
    if (requiresCode) focusField('code')
  }, [requiresCode])

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const unmetRule = getPasswordMessage(password)
    setPasswordError(unmetRule)
    setFormError(null)
    if (unmetRule !== null) focusField('new-password')
    if (unmetRule !== null || busy) return
    setBusy(true)
    const outcome = await changePassword(password, code, unconfirmed.current === password)
    if (!outcome.ok && outcome.code === null) unconfirmed.current = password
    const needsCode = !outcome.ok && outcome.code === 'reauthentication_needed'
    const result = needsCode ? await requestReauthenticationCode() : outcome
    setBusy(false)
    if (!result.ok) {
      const isWeak = result.code === 'weak_password'
      if (isWeak) setPasswordError(result.message)
      else setFormError(result.message)
      focusField(requiresCode && !isWeak ? 'code' : 'new-password')
      return
    }
    if (needsCode) return setCode('')
    setPassword('')
    setCode(null)
    onDone()
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      {formError !== null && <AuthNotice message={formError} />}
      {/* After Enter the focus is already in the field, so its error is announced only by this live region. */}
      <div aria-live="assertive">
        <Field
          label="New password"
          name="new-password"
          type="password"
          autoComplete="new-password"
          required
          value={password}
          error={passwordError}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </div>
      <PasswordRuleList
        id="new-password-rules"
        password={password}
        marksUnmet={passwordError !== null}
      />
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
