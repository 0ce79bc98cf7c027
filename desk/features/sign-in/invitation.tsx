import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import * as v from 'valibot'
import { unwrapResponse, client, invokeFunction, toSignInError } from '../../data/client.ts'
import { meKey } from '../../data/current-staff.ts'
import { useMe } from './session.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { MinimalLayout } from './minimal-layout.tsx'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './minimal-layout.module.css'

/** The page that an invitation email links to: it creates an account if there is none, and joins the team. */
export function InvitationPage() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const me = useMe()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const join = useMutation({
    mutationFn: (form: FormData) => enter(token, form, me.data != null),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: meKey })
      await navigate('/', { replace: true })
    },
  })
  const isKnown = me.data != null
  return (
    <MinimalLayout>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          join.mutate(new FormData(event.currentTarget))
        }}
      >
        <h1 className={`${textStyles.title} ${styles.centred}`}>You are wanted at the desk</h1>
        <Field
          label="Your name, as the others see it"
          name="name"
          autoComplete="given-name"
          maxLength={60}
          required
        />
        {isKnown ? (
          <p className={`${textStyles.detail} ${styles.centred}`}>
            You are signed in as {me.data?.email}.
          </p>
        ) : (
          <>
            <Field label="Email" name="email" type="email" autoComplete="username" required />
            <Field
              label="Password"
              name="password"
              type="password"
              autoComplete="new-password"
              hint="Already have an account here? Type its password."
              required
            />
          </>
        )}
        {join.error && (
          <p className={fieldStyles.error} role="alert">
            {join.error.message}
          </p>
        )}
        <p className={layoutStyles.spaceAboveLarge}>
          <Button type="submit" isWide disabled={join.isPending}>
            Take my place
          </Button>
        </p>
      </form>
    </MinimalLayout>
  )
}

async function enter(token: string, form: FormData, isSignedIn: boolean): Promise<void> {
  const name = String(form.get('name'))
  if (!isSignedIn) {
    const given = { email: String(form.get('email')), password: String(form.get('password')) }
    const joined = v.object({ isJoined: v.boolean() })
    const { isJoined } = await invokeFunction('desk-invitation', { token, name, ...given }, joined)
    const { error: fault } = await client.auth.signInWithPassword(given)
    if (fault) throw toSignInError(fault)
    if (isJoined) return
  }
  const isJoined = await unwrapResponse(client.rpc('desk_join', { p_token: token, p_name: name }))
  if (!isJoined)
    throw new Error(
      'This invitation is for another address, was used, or has gone off after two days.',
    )
}
