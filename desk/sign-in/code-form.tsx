import { useMutation } from '@tanstack/react-query'
import { client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'

interface CodeFormProps {
  /** The app that is asked; the first that is set up unless told. */
  factorId?: string
  label: string
  onDone: () => void
}

/** Six digits of the app that shows codes. */
export function CodeForm({ factorId, label, onDone }: CodeFormProps) {
  const verify = useMutation({
    mutationFn: async (code: string) => {
      const { error } = await client.auth.mfa.challengeAndVerify({
        factorId: factorId ?? (await firstApp()),
        code: code.replaceAll(/\s/g, ''),
      })
      if (error) throw error
    },
    onSuccess: onDone,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        verify.mutate(String(new FormData(event.currentTarget).get('code')))
      }}
    >
      <Field
        label="Six digits from your app"
        name="code"
        className="digits"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9 ]{6,8}"
        fault={verify.error?.message}
        required
      />
      <Button type="submit" isWide disabled={verify.isPending}>
        {label}
      </Button>
    </form>
  )
}

async function firstApp(): Promise<string> {
  const { data, error } = await client.auth.mfa.listFactors()
  if (error) throw error
  const [app] = data.totp
  if (app === undefined) throw new Error('No app is set up for this account')
  return app.id
}
