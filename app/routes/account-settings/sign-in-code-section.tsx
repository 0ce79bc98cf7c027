import { useState } from 'react'
import { business } from '../../../domain/business.ts'
import { AuthNotice } from '../../features/account/auth-notice.tsx'
import {
  enrolTotp,
  type TotpEnrolment,
  renewRecoveryCodes,
  disableSecondFactor,
} from '../../features/account/second-factor.ts'
import type { AuthOutcome } from '../../features/account/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'
import { AccountList, type FetchedList } from './account-list.tsx'
import { AuthenticatorAppForm } from './authenticator-app-form.tsx'
import { SettingsSection } from './settings-section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorActions } from './turned-on.tsx'

interface SignInCodeSectionProps {
  /** The ids of the enrolled authenticator apps. */
  apps: FetchedList<string>
  onTurnedOn: () => void
}

/** The setting for codes of an authenticator app at sign-in: off, being set up, or on. */
export function SignInCodeSection({ apps, onTurnedOn }: SignInCodeSectionProps) {
  const [app, setApp] = useState<TotpEnrolment | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function act(work: () => Promise<AuthOutcome>): Promise<boolean> {
    setBusy(true)
    setFailure(null)
    const outcome = await work()
    setBusy(false)
    if (!outcome.ok) setFailure(outcome.message)
    return outcome.ok
  }
  const begin = () => act(() => enrolTotp(setApp, business.tradingName))
  const stop = async (ids: readonly string[]) => {
    if (!(await act(() => disableSecondFactor(ids)))) return
    showToast({ title: 'Sign-in codes are off', text: 'Your password is enough again.' })
    apps.retry()
  }
  const isOn = () => {
    setApp(null)
    apps.retry()
    onTurnedOn()
  }

  return (
    <SettingsSection
      id="sign-in-codes"
      title="Sign-in codes"
      lead="An app on your phone shows a code, and nobody gets in without it."
    >
      <div className="stack">
        {failure !== null && <AuthNotice message={failure} />}
        {codes !== null && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
        {app !== null ? (
          <AuthenticatorAppForm
            app={app}
            onCodes={setCodes}
            onDone={isOn}
            onCancel={() => setApp(null)}
          />
        ) : (
          <AccountList
            things="sign-in codes"
            found={apps}
            none={
              <div>
                <Button size="sm" variant="secondary" busy={busy} onClick={() => void begin()}>
                  Turn on
                </Button>
              </div>
            }
          >
            {(ids) => (
              <SecondFactorActions
                busy={busy}
                renew={() => act(() => renewRecoveryCodes(setCodes))}
                stop={() => stop(ids)}
              />
            )}
          </AccountList>
        )}
      </div>
    </SettingsSection>
  )
}
