import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import * as v from 'valibot'
import { client, toSignInError } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { MinimalLayout } from './minimal-layout.tsx'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './minimal-layout.module.css'

/** Navigation state: the error of the password link from which the user was sent back here. */
const arrival = v.object({ fault: v.string() })

/** Sends a link for a new password, which opens on any device. */
export function ForgottenPasswordPage() {
  const { state } = useLocation()
  const fault = v.is(arrival, state) ? state.fault : null
  const send = useMutation({
    mutationFn: async (email: string) => {
      const redirectTo = `${location.origin}/desk/password/new`
      const { error } = await client.auth.resetPasswordForEmail(email.trim(), { redirectTo })
      if (error?.status === 429)
        throw new Error('Several links are on their way already. Use the one in the newest email.')
      if (error) throw toSignInError(error)
    },
  })
  return (
    <MinimalLayout>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate(String(new FormData(event.currentTarget).get('email')))
        }}
      >
        <h1 className={`${textStyles.title} ${styles.centred}`}>Forgot your password?</h1>
        <p className={`${textStyles.detail} ${styles.centred} ${layoutStyles.spaceAboveSmall}`}>
          We email you a link. It opens on any device, and asks for a code from your app or a paper
          code.
        </p>
        {fault !== null && !send.isSuccess && (
          <p className={fieldStyles.error} role="alert">
            {fault}
          </p>
        )}
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          fault={send.error?.message}
          required
        />
        <output>
          {send.isSuccess && (
            <p className={`${panelStyles.panel} ${panelStyles.butter}`}>
              If there is an account for {send.variables.trim()}, a link is on its way. It works
              once, for two hours.
            </p>
          )}
        </output>
        <p className={`${layoutStyles.spaceAbove} ${styles.centred}`}>
          <Button type="submit" isWide disabled={send.isPending}>
            {send.isSuccess ? 'Send another' : 'Send me a link'}
          </Button>
        </p>
        <p className={`${layoutStyles.spaceAbove} ${styles.centred}`}>
          <Link className={buttonStyles.textButton} to="/">
            Back to sign in
          </Link>
        </p>
      </form>
    </MinimalLayout>
  )
}
