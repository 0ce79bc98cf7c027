import { type ChangeEvent, type ComponentProps, type SubmitEvent, useEffect, useState } from 'react'
import { cleanEmailAddress } from '../../../domain/pasted.ts'
import {
  invalidEmailMessage,
  isDeliverableEmail,
  fieldLimits,
  findNameSuspicion,
  type SignUpFields,
  getSignUpProblems,
} from '../../../domain/validation.ts'
import { AuthNotice } from '../../features/account/auth-notice.tsx'
import { PasswordRuleList } from '../../features/account/password-rule-list.tsx'
import { readSession } from '../../features/account/session.ts'
import {
  requestPasswordReset,
  type AuthOutcome,
  signIn,
  signUp,
} from '../../features/account/sign-in.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { readCart } from '../../features/cart/cart-store.ts'
import { logSecurityEvent } from '../../features/backend-client/security-log.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary, useErrorFocus } from '../../ui/error-summary.tsx'
import { Field, focusField } from '../../ui/field.tsx'
import { useRestoreFocus } from '../../ui/focus-back.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import styles from './auth.module.css'

export type AuthView = 'sign-in' | 'sign-up' | 'recover'
type Problems = Partial<Record<keyof SignUpFields, string>>

interface Way {
  button: string
  check: (fields: SignUpFields) => Problems
  send: (fields: SignUpFields, onSignedIn: () => void, target: string) => Promise<AuthOutcome>
}

const ways: Record<AuthView, Way> = {
  'sign-in': {
    button: 'Sign In',
    check: ({ email, password }) => ({
      ...emailProblem(email),
      ...(password === '' && { password: 'Password is required' }),
    }),
    send: async ({ email, password }, onSignedIn) => {
      const outcome = await signIn(email, password)
      if (outcome.ok) onSignedIn()
      return outcome
    },
  },
  'sign-up': {
    button: 'Sign Up',
    check: checkSignUp,
    send: async (fields, onSignedIn, target) => {
      const outcome = await signUp(fields, onSignedIn, target)
      if (outcome.ok) void keepCartFor(fields.email)
      return outcome
    },
  },
  /** The response is the same whether the account exists or not. */
  recover: {
    button: 'Send me a link',
    check: ({ email }) => emailProblem(email),
    send: ({ email }) => requestPasswordReset(email),
  },
}

/** Saves the cart under the email address, because the confirmation link may be opened in another browser. Never throws. */
async function keepCartFor(email: string): Promise<void> {
  if (readCart().count === 0 || readSession().user !== null) return
  try {
    const { saveCartForEmail } = await import('../../features/guest-email/save-guest-email.ts')
    await saveCartForEmail(email)
  } catch (cause) {
    logFailure('Sign-up: the cart could not be kept under the address', cause)
  }
}

function emailProblem(email: string): Problems {
  return isDeliverableEmail(cleanEmailAddress(email)) ? {} : { email: invalidEmailMessage }
}

function checkSignUp(fields: SignUpFields): Problems {
  if (findNameSuspicion(fields.fullName) !== null) {
    const details = { form: 'account', field: 'full_name' }
    void logSecurityEvent('suspicious_form_submission', details, Date.now())
  }
  return getSignUpProblems(fields)
}

interface AuthFormProps {
  view: AuthView
  email: string
  onType: (name: 'fullName' | 'email', value: string) => void
  onForgotten: () => void
  /** The path to which the link in the email leads. */
  getTarget: () => string
  /** Called when an email with a link has been sent. */
  onSent: (fields: SignUpFields) => void
  onSignedIn: () => void
}

export function AuthForm({ view, email, getTarget, onType, onForgotten, ...ends }: AuthFormProps) {
  const [typed, setTyped] = useState({ fullName: '', password: '' })
  const { problems, failure, busy, submit } = useSubmit(ways[view], getTarget, ends)
  useEffect(() => {
    if (view === 'recover') focusField('email')
  }, [view])
  const fields = { ...typed, email }
  const field = (name: keyof SignUpFields): ComponentProps<typeof Field> => ({
    label: labels[name],
    name,
    required: true,
    value: fields[name],
    error: problems[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setTyped({ ...typed, [name]: currentTarget.value })
      if (name !== 'password') onType(name, currentTarget.value)
    },
  })
  const faults = names
    .filter((name) => problems[name] !== undefined)
    .map((name) => ({ name, label: labels[name] }))
  const isNew = view === 'sign-up'
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event, fields)}>
      {failure !== null && <AuthNotice message={failure} />}
      <ErrorSummary errors={faults} />
      {isNew && <Field autoComplete="name" maxLength={fieldLimits.name} {...field('fullName')} />}
      {/* No `maxLength`: the browser would cut a longer address, which must be rejected instead. */}
      <Field
        type="email"
        autoComplete="email"
        placeholder="you@example.co.uk"
        {...field('email')}
      />
      {view !== 'recover' && (
        <Field
          type="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          {...field('password')}
        />
      )}
      {isNew && (
        <PasswordRuleList
          id="password-rules"
          password={typed.password}
          marksUnmet={problems.password !== undefined}
        />
      )}
      {view === 'sign-in' && (
        <p className={styles.forgotten}>
          <button type="button" className="text-link" onClick={onForgotten}>
            Forgot your password?
          </button>
        </p>
      )}
      <SubmitButton busy={busy}>{ways[view].button}</SubmitButton>
    </form>
  )
}

const names = ['fullName', 'email', 'password'] as const
const labels = { fullName: 'Full Name', email: 'Email', password: 'Password' }

function useSubmit(
  { check, send }: Way,
  getTarget: () => string,
  { onSent, onSignedIn }: Pick<AuthFormProps, 'onSent' | 'onSignedIn'>,
) {
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useErrorFocus(problems)

  async function submit(event: SubmitEvent, fields: SignUpFields): Promise<void> {
    event.preventDefault()
    const found = check(fields)
    setProblems(found)
    setFailure(null)
    if (Object.keys(found).length > 0 || busy) return
    setBusy(true)
    let done = () => onSent(fields)
    const outcome = await send(
      fields,
      () => {
        done = onSignedIn
      },
      getTarget(),
    )
    setBusy(false)
    if (outcome.ok) done()
    else if (outcome.code === 'weak_password') setProblems({ password: outcome.message })
    else setFailure(outcome.message)
  }

  return { problems, failure, busy, submit }
}

/** Disabled until hydration, because the browser would submit the form natively before. */
function SubmitButton({ busy, children }: { busy: boolean; children: string }) {
  const hydrated = useHydrated()
  const button = useRestoreFocus(busy)
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
