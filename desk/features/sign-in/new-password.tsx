import { useMutation } from '@tanstack/react-query'
import { getPasswordProblems } from '../../../domain/validation.ts'
import { client, toSignInError } from '../../data/client.ts'
import { NoAnswerError } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './minimal-layout.module.css'

/** Form for a new password, when the old one was forgotten or leaked. Saving it ends all other sessions. */
export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const save = useMutation({ mutationFn: setPassword, onSuccess: onDone })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const password = String(new FormData(event.currentTarget).get('password'))
        const isUnconfirmed = save.error instanceof NoAnswerError
        save.mutate({
          password,
          isRepeated: isUnconfirmed && save.variables?.password === password,
        })
      }}
    >
      <h1 className={`${textStyles.title} ${styles.centred}`}>A new password</h1>
      <p className={`${textStyles.detail} ${styles.centred} ${layoutStyles.spaceAboveSmall}`}>
        It signs you out on every other device.
      </p>
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters, with a capital letter, a small letter and a number."
        fault={save.error?.message}
        required
      />
      <Button type="submit" isWide disabled={save.isPending}>
        Save and go on
      </Button>
    </form>
  )
}

interface Change {
  password: string
  /** True when the response to a request with this password was lost. */
  isRepeated: boolean
}

async function setPassword({ password, isRepeated }: Change): Promise<void> {
  const [problem] = getPasswordProblems(password)
  if (problem !== undefined) throw new Error(problem)
  const { error } = await client.auth.updateUser({ password })
  if (isRepeated && error?.code === 'same_password') return
  if (error?.code === 'reauthentication_needed')
    throw new Error(
      'You opened the link too long ago. Ask for a new one with “Forgot your password?”.',
    )
  if (error) throw toSignInError(error)
}
