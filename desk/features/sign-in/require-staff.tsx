import { type ReactNode, useState } from 'react'
import { type Me, type Staff, StaffProvider, useMe } from './session.tsx'
import { Button } from '../../ui/button.tsx'
import { QueryBoundary } from '../../ui/query-state.tsx'
import { lockDesk } from './session.tsx'
import { NameBadge, MinimalLayout } from './minimal-layout.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { NewPasswordForm } from './new-password.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './minimal-layout.module.css'

/** Renders the desk for staff who have proved what their role requires; everyone else gets the next step of signing in. */
export function RequireStaff({ children }: { children: ReactNode }) {
  const me = useMe()
  const [isSettingUp, setSettingUp] = useState(false)
  // The set-up of the app stays mounted until the recovery codes have been seen and the refetched `me` has the app: otherwise it
  // would set up another one. A `me` that an older version stored lacks `hasPassword`.
  const needsPassword = me.data?.role != null && me.data.hasPassword === false
  const needsApp = me.data?.role === 'owner' && !me.data.hasApp && !needsPassword
  const leaveSetUp = () => setSettingUp(false)
  if (needsApp && !isSettingUp) setSettingUp(true)
  if (isSettingUp)
    return (
      <MinimalLayout head={null}>
        <AuthenticatorSetup
          onDone={() => void me.refetch({ cancelRefetch: false }).then(leaveSetUp)}
        />
      </MinimalLayout>
    )
  if (needsPassword)
    return (
      <MinimalLayout head={<NameBadge name={me.data?.name} />}>
        <NewPasswordForm onDone={() => void me.refetch({ cancelRefetch: false })} />
      </MinimalLayout>
    )
  if (me.data && isStaff(me.data))
    return (
      <StaffProvider key={me.data.email} staff={me.data}>
        {children}
      </StaffProvider>
    )
  if (me.data === undefined)
    return (
      <MinimalLayout head={null}>
        <QueryBoundary query={me} things="The desk">
          {() => null}
        </QueryBoundary>
      </MinimalLayout>
    )
  return (
    <MinimalLayout head={<NameBadge name={me.data?.name} />}>{nextLock(me.data)}</MinimalLayout>
  )
}

function isStaff(me: Me): me is Staff {
  return me.isIn && me.role !== null && me.name !== null
}

function nextLock(me: Me | null): ReactNode {
  if (me === null) return <SignInForm />
  if (me.role === null) return <NoPlace email={me.email} />
  return <SecondFactorForm />
}

function NoPlace({ email }: { email: string }) {
  return (
    <>
      <h1 className={`${textStyles.title} ${styles.centred}`}>No place here</h1>
      <p className={layoutStyles.spaceAbove}>
        {email} does not work at this desk. Whoever runs the shop can send an invitation.
      </p>
      <p className={layoutStyles.spaceAboveLarge}>
        <Button look="quiet" onClick={() => void lockDesk()}>
          Sign out
        </Button>
      </p>
    </>
  )
}
