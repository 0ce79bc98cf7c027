import { useMutation, useQuery } from '@tanstack/react-query'
import { retryUntilAnswered } from '../../data/use-desk-mutation.ts'
import { unwrapResponse, client, toSignInError } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QueryBoundary } from '../../ui/query-state.tsx'
import { AuthenticatorCodeForm } from './authenticator-code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import chipStyles from '../../ui/chip.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './authenticator-setup.module.css'
import statusStyles from '../../ui/status.module.css'

/** First visit of an owner: sets up an authenticator app, and shows ten recovery codes for when the phone is lost. */
export function AuthenticatorSetup({ onDone }: { onDone: () => void }) {
  const paper = useMutation({
    mutationFn: () => unwrapResponse(client.rpc('make_recovery_codes')),
    ...retryUntilAnswered,
  })
  const app = useQuery({
    queryKey: ['new-app'],
    queryFn: enrol,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (paper.data !== undefined)
    return (
      <>
        <Steps at={2} />
        <h1 className={textStyles.title}>Ten codes for paper</h1>
        <RecoveryCodes codes={paper.data} onDone={onDone} />
      </>
    )
  // When creating the recovery codes failed, the authenticator app is already verified: its 6-digit code is not asked for again.
  if (paper.isError)
    return (
      <>
        <Steps at={2} />
        <h1 className={textStyles.title}>Ten codes for paper</h1>
        <p className={fieldStyles.error}>Couldn’t make them: {paper.error.message}</p>
        <Button isWide onClick={() => paper.mutate()}>
          Try again
        </Button>
      </>
    )
  return (
    <>
      <Steps at={1} />
      <h1 className={textStyles.title}>Two locks on the till</h1>
      <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
        Scan this with an authenticator app. Without the six digits it shows, nobody gets in with
        your password alone.
      </p>
      <QueryBoundary query={app} things="Your code">
        {({ id, picture, secret }) => (
          <div
            className={`${layoutStyles.columns} ${layoutStyles.columnsEqual} ${layoutStyles.spaceAbove}`}
          >
            <div>
              <p className={`${panelStyles.panel} ${panelStyles.outlined} ${styles.picture}`}>
                <img src={picture} alt="Code to scan with the app" width={200} height={200} />
              </p>
              <p className={`${textStyles.fine} ${layoutStyles.spaceAbove}`}>
                On this phone? Type this key into the app:{' '}
                <b data-app-key className={styles.secret}>
                  {secret}
                </b>
              </p>
            </div>
            <div>
              <AuthenticatorCodeForm factorId={id} label="Lock it" onDone={() => paper.mutate()} />
              <div
                className={`${panelStyles.panel} ${panelStyles.butter} ${layoutStyles.spaceAboveLarge}`}
              >
                <p className={textStyles.subheading}>Next: your paper codes</p>
                <p>For the day the phone goes in the fryer. Print them, and keep them elsewhere.</p>
              </div>
            </div>
          </div>
        )}
      </QueryBoundary>
    </>
  )
}

function Steps({ at }: { at: number }) {
  const look = (place: number) =>
    place < at ? statusStyles.mint : place === at ? statusStyles.butter : statusStyles.dashed
  return (
    <ol className={`${chipStyles.chips} ${styles.steps}`}>
      {['Name and password', 'Authenticator', 'Paper codes'].map((step, place) => (
        <li
          key={step}
          className={`${statusStyles.status} ${look(place)}`}
          aria-current={place === at ? 'step' : undefined}
        >
          {place < at ? <Icon name="tick" small /> : place + 1} {step}
        </li>
      ))}
    </ol>
  )
}

async function enrol() {
  const known = await client.auth.mfa.listFactors()
  if (known.error) throw toSignInError(known.error)
  // An unverified factor from an abandoned attempt would prevent a new enrolment.
  for (const { id, status } of known.data.all)
    if (status === 'unverified') await client.auth.mfa.unenroll({ factorId: id })
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw toSignInError(error)
  return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret }
}
