import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { compactPastedText } from '../../../domain/pasted.ts'
import { client, toSignInError } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './authenticator-code-form.module.css'

/** Message after too many wrong codes. It suggests a link by email, because that sign-in counts its attempts separately. */
export const tooManyTriesMessage =
  'Too many tries from here for now. Wait a while, or use “Forgot your password?”: the link in that email still works.'

interface AuthenticatorCodeFormProps {
  /** The id of the factor to verify; by default the first verified one. */
  factorId?: string
  label: string
  onDone: () => void
}

/** Form for the six digits of the authenticator app. */
export function AuthenticatorCodeForm({ factorId, label, onDone }: AuthenticatorCodeFormProps) {
  const verify = useMutation({
    mutationFn: async (code: string) => {
      const { error } = await client.auth.mfa.challengeAndVerify({
        factorId: factorId ?? (await firstApp()),
        code,
      })
      if (error?.code === 'mfa_verification_failed')
        throw new Error('That code has run out. They last 30 seconds: use the next one.')
      if (error?.status === 429) throw new Error(tooManyTriesMessage)
      if (error) throw toSignInError(error)
    },
    onSuccess: onDone,
  })
  const form = useRef<HTMLFormElement>(null)
  // No autofocus for a new app: it would open the number pad, which covers the QR code to scan.
  const isNew = factorId !== undefined
  useEffect(() => {
    if (!isNew) form.current?.querySelector('input')?.focus()
  }, [isNew])
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!verify.isPending) verify.mutate(String(new FormData(event.currentTarget).get('code')))
      }}
    >
      <Field
        label="Six digits from your app"
        name="code"
        className={styles.digits}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        fault={verify.error?.message}
        required
        // The sixth digit submits the form.
        onChange={({ currentTarget: field }) => {
          field.value = compactPastedText(field.value)
          if (/^\d{6}$/.test(field.value)) field.form?.requestSubmit()
        }}
      />
      <Button type="submit" isWide disabled={verify.isPending}>
        {label}
      </Button>
    </form>
  )
}

async function firstApp(): Promise<string> {
  const { data, error } = await client.auth.mfa.listFactors()
  if (error) throw toSignInError(error)
  const [app] = data.totp
  if (app === undefined) throw new Error('No app is set up for this account')
  return app.id
}
