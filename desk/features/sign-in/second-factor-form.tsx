import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { compactPastedText } from '../../../domain/pasted.ts'
import { unwrapResponse, client, toSignInError } from '../../data/client.ts'
import { DeskError } from '../../lib/errors.ts'
import { meKey } from '../../data/current-staff.ts'
import { lockDesk } from './session.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { AuthenticatorCodeForm, tooManyTriesMessage } from './authenticator-code-form.tsx'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './minimal-layout.module.css'

const bySignIn = { title: 'Back behind the counter', step: 'Step 2 of 2.', label: 'Open the desk' }
const byLink = { title: 'A new password', step: 'Step 1 of 2.', label: 'Go on' }

/**
 * Asks for the second factor: a code of the authenticator app, or a recovery code when the phone is gone. `onLinkProved` is called
 * when the first factor was a link in an email.
 */
export function SecondFactorForm({ onLinkProved }: { onLinkProved?: () => void }) {
  const { title, step, label } = onLinkProved === undefined ? bySignIn : byLink
  const queries = useQueryClient()
  const [isGone, setGone] = useState(false)
  const proceed = () => {
    void queries.invalidateQueries({ queryKey: meKey })
    onLinkProved?.()
  }
  return (
    <>
      <h1 className={`${textStyles.title} ${styles.centred}`}>{title}</h1>
      <p className={`${textStyles.detail} ${styles.centred} ${layoutStyles.spaceAboveSmall}`}>
        {step} {isGone ? 'A paper code opens it as well.' : 'Open your app and type what it shows.'}
      </p>
      {isGone ? (
        <PaperCode onDone={proceed} />
      ) : (
        <AuthenticatorCodeForm label={label} onDone={proceed} />
      )}
      <p className={`${buttonStyles.group} ${styles.centred} ${layoutStyles.spaceAbove}`}>
        <button type="button" className={buttonStyles.textButton} onClick={() => setGone(!isGone)}>
          {isGone ? 'I have my phone' : 'Phone gone? Use a paper code'}
        </button>
        <Link className={buttonStyles.textButton} to="/password">
          Forgot your password?
        </Link>
        {onLinkProved === undefined && (
          <button type="button" className={buttonStyles.textButton} onClick={() => void lockDesk()}>
            Somebody else
          </button>
        )}
      </p>
    </>
  )
}

function PaperCode({ onDone }: { onDone: () => void }) {
  const use = useMutation({
    mutationFn: async (code: string) => {
      if (!(await checkCode(code)) && (await hasFactor()))
        throw new Error('That is not one of your paper codes.')
      const { error } = await client.auth.refreshSession()
      if (error) throw toSignInError(error)
    },
    onSuccess: onDone,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        use.mutate(compactPastedText(String(new FormData(event.currentTarget).get('code'))))
      }}
    >
      <Field
        label="A paper code"
        name="code"
        autoComplete="off"
        fault={use.error?.message}
        hint="It works once, and takes the old phone and the old password off your account. You set up new ones next."
        required
      />
      <Button type="submit" isWide disabled={use.isPending}>
        Use this code
      </Button>
    </form>
  )
}

/** Returns false after an earlier request, whose response was lost, has used a code and removed the factor. */
async function hasFactor(): Promise<boolean> {
  const { data, error } = await client.auth.mfa.listFactors()
  if (error) throw toSignInError(error)
  return data.totp.length > 0
}

async function checkCode(code: string): Promise<boolean> {
  try {
    return await unwrapResponse(client.rpc('use_recovery_code', { p_code: code }))
  } catch (error) {
    if (error instanceof DeskError && error.code === 'PT429')
      throw new Error(tooManyTriesMessage, { cause: error })
    throw error
  }
}
