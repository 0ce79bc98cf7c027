import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { compactPastedText } from '../../../domain/pasted.ts'
import { AuthNotice } from '../../features/account/auth-notice.tsx'
import { submitTotpCode, submitRecoveryCode } from '../../features/account/second-factor.ts'
import { removeSession } from '../../features/account/sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Field, focusField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.ts'
import { Panel } from './panel.tsx'
import styles from './auth.module.css'

const ways = {
  app: {
    label: 'Code from your app',
    hint: 'Six digits. Your authenticator app shows them under our name.',
    missing: 'Please type the six digits.',
    other: 'Lost your device? Use a recovery code',
    send: submitTotpCode,
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One from the list you kept. It turns off your app’s codes and your password: you choose a new password next.',
    missing: 'Please type one of your recovery codes.',
    other: 'Use a code from your app instead',
    send: submitRecoveryCode,
  },
} as const

/** The second step of a sign-in, for accounts with sign-in codes. */
export function SignInCodePanel({ onDone }: { onDone: () => void }) {
  const [way, setWay] = useState<keyof typeof ways>('app')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { label, hint, missing, other, send } = ways[way]
  // The previous form, which had the focus, has been removed.
  useEffect(() => heading.current?.focus(), [])

  function fail(message: string): void {
    setFailure(message)
    focusField('code')
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const typed = compactPastedText(code)
    setProblem(typed === '' ? missing : null)
    setFailure(null)
    if (typed === '') focusField('code')
    if (typed === '' || busy) return
    setBusy(true)
    const outcome = await send(typed)
    setBusy(false)
    if (!outcome.ok) return fail(outcome.message)
    if (way === 'recovery')
      showToast({ title: 'Your app’s codes are off', text: 'Set up a new one in your account.' })
    onDone()
  }

  return (
    <Panel slab="grape">
      <h1 className="h2" ref={heading} tabIndex={-1}>
        One more step
      </h1>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        {failure !== null && <AuthNotice message={failure} />}
        <Field
          key={way}
          label={label}
          name="code"
          inputMode={way === 'app' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={30}
          hint={hint}
          value={code}
          error={problem}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" wide arrow={!busy} busy={busy}>
          {busy ? 'Loading...' : 'Sign In'}
        </Button>
      </form>
      <p className={styles.toggle}>
        <button
          type="button"
          className="text-link"
          onClick={() => {
            setWay(way === 'app' ? 'recovery' : 'app')
            setCode('')
            setProblem(null)
            setFailure(null)
            focusField('code')
          }}
        >
          {other}
        </button>
      </p>
      <p className={styles.toggle}>
        <button type="button" className="text-link" onClick={() => void removeSession()}>
          Back to sign in
        </button>
      </p>
    </Panel>
  )
}
