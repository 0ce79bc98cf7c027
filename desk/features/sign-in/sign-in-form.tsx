import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { cleanEmailAddress } from '../../../domain/pasted.ts'
import { client, toSignInError } from '../../data/client.ts'
import { wasSignedOutElsewhere } from './session.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './minimal-layout.module.css'

export function SignInForm() {
  const [isPutOut] = useState(wasSignedOutElsewhere)
  const signIn = useMutation({
    mutationFn: async (form: FormData) => {
      const { error } = await client.auth.signInWithPassword({
        email: cleanEmailAddress(String(form.get('email'))),
        password: String(form.get('password')),
      })
      if (error?.code === 'invalid_credentials')
        throw new Error('That email and password don’t go together.')
      if (error) throw toSignInError(error)
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        signIn.mutate(new FormData(event.currentTarget))
      }}
    >
      <h1 className={`${textStyles.title} ${styles.centred}`}>Back behind the counter</h1>
      {isPutOut && (
        <output
          className={`${textStyles.detail} ${styles.centred} ${layoutStyles.spaceAboveSmall}`}
        >
          You were signed out here, either from another device or because your time was up.
        </output>
      )}
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        fault={signIn.error?.message}
        required
      />
      <Button type="submit" isWide disabled={signIn.isPending}>
        Sign in
      </Button>
      <p className={`${layoutStyles.spaceAbove} ${styles.centred}`}>
        <Link className={buttonStyles.textButton} to="/password">
          Forgot your password?
        </Link>
      </p>
    </form>
  )
}
