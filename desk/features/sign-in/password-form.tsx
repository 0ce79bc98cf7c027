import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { cleanAddress } from '../../../domain/pasted.ts'
import { client, toSignInError } from '../../data/client.ts'
import { wasPutOut } from './session.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

export function PasswordForm() {
  const [isPutOut] = useState(wasPutOut)
  const signIn = useMutation({
    mutationFn: async (form: FormData) => {
      const { error } = await client.auth.signInWithPassword({
        email: cleanAddress(String(form.get('email'))),
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
      <h1 className="h1">Back behind the counter</h1>
      {isPutOut && (
        <output className="sub mt0">
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
      <p className="mt">
        <Link className="tlink" to="/password">
          Forgot your password?
        </Link>
      </p>
    </form>
  )
}
