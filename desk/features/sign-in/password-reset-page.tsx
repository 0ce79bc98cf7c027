import { isAuthRetryableFetchError } from '@supabase/supabase-js'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { client, toSignInError } from '../../data/client.ts'
import { meKey } from '../../data/current-staff.ts'
import { doNotPersist } from '../../data/query-client.ts'
import { lockDesk } from './session.tsx'
import { Button } from '../../ui/button.tsx'
import { QueryBoundary } from '../../ui/query-state.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { MinimalLayout } from './minimal-layout.tsx'
import { NewPasswordForm } from './new-password.tsx'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './minimal-layout.module.css'

interface Tokens {
  access_token: string
  refresh_token: string
}

type Step =
  | { name: 'code' | 'password' | 'spent' }
  /** The email link is for another account than the one that is signed in on this device. */
  | { name: 'other'; email: string; tokens: Tokens }

const stepKey = ['password-link']
const spentLink = 'This link has expired or been used. Ask for a new one.'

/**
 * The page that the password email links to: it asks for a code of the second factor, if there is one, and then for the new
 * password.
 */
export function PasswordResetPage() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const step = useQuery({
    queryKey: stepKey,
    queryFn: findStep,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: doNotPersist,
  })
  const proceed = () => void queries.invalidateQueries({ queryKey: stepKey })
  const enter = async () => {
    await queries.invalidateQueries({ queryKey: meKey })
    await navigate('/', { replace: true })
  }
  return (
    <MinimalLayout>
      <QueryBoundary query={step} things="The link">
        {(next) => showStep(next, proceed, () => void enter())}
      </QueryBoundary>
    </MinimalLayout>
  )
}

function showStep(step: Step, proceed: () => void, enter: () => void): ReactNode {
  if (step.name === 'other')
    return <Switch email={step.email} tokens={step.tokens} onDone={proceed} />
  if (step.name === 'code') return <SecondFactorForm onLinkProved={proceed} />
  if (step.name === 'password') return <NewPasswordForm onDone={enter} />
  return <Navigate to="/password" replace state={{ fault: spentLink }} />
}

/** Asks before it signs out the account that is signed in here, because its drafts and queued changes are removed. */
function Switch({ email, tokens, onDone }: { email: string; tokens: Tokens; onDone: () => void }) {
  const change = useMutation({
    mutationFn: async () => {
      await lockDesk()
      const { error } = await client.auth.setSession(tokens)
      if (error) throw toSignInError(error)
    },
    onSuccess: onDone,
  })
  return (
    <>
      <h1 className={`${textStyles.title} ${styles.centred}`}>A new password</h1>
      <p className={`${textStyles.detail} ${styles.centred} ${layoutStyles.spaceAboveSmall}`}>
        This link is for another account. {email} is signed in on this device, and drafts that are
        not saved go when you sign them out.
      </p>
      {change.error && (
        <p className={fieldStyles.error} role="alert">
          {change.error.message}
        </p>
      )}
      <p className={layoutStyles.spaceAboveLarge}>
        <Button isWide disabled={change.isPending} onClick={() => change.mutate()}>
          Sign out here and go on
        </Button>
      </p>
    </>
  )
}

/** Reads the session from the URL fragment, and removes it there. After a reload the stored session is used. */
async function findStep(): Promise<Step> {
  const values = new URLSearchParams(location.hash.slice(1))
  const [access, refresh] = [values.get('access_token'), values.get('refresh_token')]
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname)
  if (values.has('error')) return { name: 'spent' }
  if (access !== null && refresh !== null) {
    const tokens = { access_token: access, refresh_token: refresh }
    const current = (await client.auth.getSession()).data.session?.user
    const incoming = await client.auth.getUser(access)
    const { user } = incoming.data
    if (current !== undefined && user !== null && current.id !== user.id)
      return { name: 'other', email: current.email ?? '', tokens }
    // Without an answer from the auth service it is not known whose link this is, so its session is not stored.
    const { error } = isAuthRetryableFetchError(incoming.error)
      ? incoming
      : await client.auth.setSession(tokens)
    if (isAuthRetryableFetchError(error)) {
      // Restores the tokens in the URL for another attempt.
      history.replaceState(history.state, '', `${location.pathname}#${values.toString()}`)
      throw toSignInError(error)
    }
    if (error) return { name: 'spent' }
  }
  const { data, error } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  if (error) throw toSignInError(error)
  if (data.currentLevel === null) return { name: 'spent' }
  return { name: data.currentLevel === data.nextLevel ? 'password' : 'code' }
}
