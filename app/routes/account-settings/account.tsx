import { useEffect, useState } from 'react'
import { dayText } from '../../../domain/day-text.ts'
import { NameBadge } from '../../features/account/name-badge.tsx'
import { NewPasswordForm } from '../../features/account/new-password-form.tsx'
import type { SessionUser } from '../../features/account/session.ts'
import { loadOrders } from '../../features/orders/orders.ts'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/section.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useFetched } from './account-list.tsx'
import { BoxSection } from './box-section.tsx'
import { loadBoxes } from './boxes.ts'
import { CodeSection } from './code-section.tsx'
import { Details } from './details.tsx'
import { EmailSection } from './email-section.tsx'
import { OrderHistory } from './order-history.tsx'
import { RemindersSection } from './reminders-section.tsx'
import styles from './account-settings.module.css'
import { SessionsSection } from './sessions-section.tsx'
import { YourData } from './your-data.tsx'
import { Part } from './part.tsx'

interface AccountProps {
  user: SessionUser
  onSignOut: () => Promise<void>
  onErased: () => Promise<void>
}

export function Account({ user, onSignOut, onErased }: AccountProps) {
  const orders = useFetched(user.id, loadOrders)
  const boxes = useFetched(user.id, loadBoxes)
  const isWhole = orders.hasSettled && boxes.hasSettled
  useComeToTarget(isWhole)
  return (
    <>
      <AccountHead user={user} onSignOut={onSignOut} />
      <div className={isWhole ? undefined : styles.arriving} aria-busy={!isWhole}>
        <BoxSection boxes={boxes} />
        <div hidden={!boxes.hasSettled}>
          <OrderHistory orders={orders} />
        </div>
        <div hidden={!isWhole}>
          <Details />
          <PasswordSection />
          <EmailSection email={user.email} />
          <SignInSections userId={user.id} />
          <RemindersSection />
          <YourData onErased={onErased} />
        </div>
      </div>
    </>
  )
}

function useComeToTarget(isWhole: boolean): void {
  useEffect(() => {
    if (!isWhole || window.location.hash === '') return
    const target = document.getElementById(window.location.hash.slice(1))
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [isWhole])
}

function AccountHead({ user, onSignOut }: Pick<AccountProps, 'user' | 'onSignOut'>) {
  const [busy, setBusy] = useState(false)
  const name = user.fullName?.split(/\s+/)[0] ?? 'you'
  const since = dayText(user.createdAt)
  const leave = () => {
    setBusy(true)
    void onSignOut().finally(() => setBusy(false))
  }
  return (
    <PageHead
      className="tint-butter"
      row="columns"
      title="Account Settings"
      lead={<p className="lead">Nice to see you again, {name}.</p>}
      beside={
        <NameBadge name={name} mascots={['peach']} tilt="right">
          <b>{user.email}</b>
          {since !== '' && (
            <>
              <br />
              In the album since {since}
            </>
          )}
        </NameBadge>
      }
    >
      <div className="row">
        <Button variant="secondary" busy={busy} onClick={leave}>
          Sign Out
        </Button>
      </div>
    </PageHead>
  )
}

/** Turning codes on signs other devices out, so their list is fetched anew. */
function SignInSections({ userId }: { userId: string }) {
  const [changes, setChanges] = useState(0)
  return (
    <>
      <CodeSection userId={userId} onTurnedOn={() => setChanges(changes + 1)} />
      <SessionsSection key={changes} userId={userId} />
    </>
  )
}

function PasswordSection() {
  const [open, setOpen] = useState(false)
  const done = () => {
    setOpen(false)
    showToast({ title: 'Password changed' })
  }
  return (
    <Part id="your-password" title="Your password" lead="A new one signs you out everywhere else.">
      {open ? (
        <NewPasswordForm onDone={done} />
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Change password
          </Button>
        </div>
      )}
    </Part>
  )
}
