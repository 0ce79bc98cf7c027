import { type ReactNode, type SubmitEvent, useState } from 'react'
import { AuthNotice } from '../../features/account/auth-notice.tsx'
import type { AuthOutcome } from '../../features/account/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary, useFaultFocus } from '../../ui/error-summary.tsx'
import { Field } from '../../ui/field.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import panel from './panel.module.css'

export type Problems = Partial<Record<'email' | 'password' | 'fullName', string>>

interface AuthFormProps {
  button: string
  check: () => Problems
  send: () => Promise<AuthOutcome>
  onDone: () => void
  children: (problems: Problems) => ReactNode
}

export function AuthForm({ button, check, send, onDone, children }: AuthFormProps) {
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useFaultFocus(problems)

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const found = check()
    setProblems(found)
    setFailure(null)
    if (Object.keys(found).length > 0 || busy) return
    setBusy(true)
    const outcome = await send()
    setBusy(false)
    if (outcome.ok) onDone()
    else if (outcome.code === 'weak_password') setProblems({ password: outcome.message })
    else setFailure(outcome.message)
  }

  const faults = Object.entries(problems).map(([name, message]) => ({ name, message }))
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure !== null && <AuthNotice message={failure} />}
      <ErrorSummary errors={faults} />
      {children(problems)}
      <SubmitButton busy={busy}>{button}</SubmitButton>
    </form>
  )
}

/** Until the page has come alive the form would go out as it stands, so the button waits. */
function SubmitButton({ busy, children }: { busy: boolean; children: string }) {
  const hydrated = useHydrated()
  const button = useFocusBack(busy)
  return (
    <>
      <Button ref={button} type="submit" wide arrow={!busy} busy={busy} disabled={!hydrated}>
        {busy ? 'Loading...' : children}
      </Button>
      <noscript>
        <p>Signing in needs JavaScript. Please switch it on for this site.</p>
      </noscript>
    </>
  )
}

interface TypedFieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** Its length is not capped: an address that is too long is refused, never cut. */
export function EmailField({ value, error, onChange }: TypedFieldProps) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      required
      placeholder="you@example.co.uk"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function PasswordField({ age, ...field }: TypedFieldProps & { age: 'current' | 'new' }) {
  return (
    <Field
      label="Password"
      name="password"
      type="password"
      autoComplete={`${age}-password`}
      required
      {...field}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}

interface PanelProps {
  slab: 'teal' | 'cheddar' | 'pink'
  children: ReactNode
}

export function Panel({ slab, children }: PanelProps) {
  return (
    <div className={panel.panel} style={{ '--slab-c': `var(--${slab})` }}>
      {children}
    </div>
  )
}
