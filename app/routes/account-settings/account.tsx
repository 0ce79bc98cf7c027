import { useEffect, useState } from 'react'
import { dayText } from '../../../domain/day-text.ts'
import { NameBadge } from '../../features/account/name-badge.tsx'
import { NewPasswordForm } from '../../features/account/new-password-form.tsx'
import { loadTotpFactorIds } from '../../features/account/second-factor.ts'
import type { SessionUser } from '../../features/account/session.ts'
import { loadSessions } from '../../features/account/sessions.ts'
import { loadOrders } from '../../features/orders/orders.ts'
import { Button } from '../../ui/button.tsx'
import { useRestoreFocus } from '../../ui/focus-back.ts'
import { joinClasses } from '../../ui/classes.ts'
import { PageHead } from '../../ui/section.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useFetchedList } from './account-list.tsx'
import { BoxSection } from './box-section.tsx'
import { loadBoxSubscriptions } from './boxes.ts'
import { SignInCodeSection } from './sign-in-code-section.tsx'
import { AccountDetailsForm } from './account-details-form.tsx'
import { EmailSection } from './email-section.tsx'
import { OrderHistory } from './order-history.tsx'
import { RemindersSection } from './reminders-section.tsx'
import styles from './account-settings.module.css'
import { SessionsSection } from './sessions-section.tsx'
import { YourDataSection } from './your-data-section.tsx'
import { FormBehindButton, SettingsSection } from './settings-section.tsx'

interface AccountProps {
  user: SessionUser
  onSignOut: () => Promise<void>
  onErased: () => Promise<void>
}

export function Account({ user, onSignOut, onErased }: AccountProps) {
  const orders = useFetchedList(user.id, loadOrders)
  const boxes = useFetchedList(user.id, loadBoxSubscriptions)
  const apps = useFetchedList(user.id, loadTotpFactorIds)
  const sessions = useFetchedList(user.id, loadSessions)
  const lists = [orders, boxes, apps, sessions]
  const isWhole = lists.every(({ hasSettled }) => hasSettled)
  useComeToTarget(isWhole)
  return (
    <>
      <AccountHead user={user} onSignOut={onSignOut} />
      <div className={joinClasses('section', !isWhole && styles.arriving)} aria-busy={!isWhole}>
        <div className={`wrap ${styles.page}`}>
          <div className={styles.history}>
            <BoxSection boxes={boxes} />
            <div hidden={!boxes.hasSettled}>
              <OrderHistory orders={orders} />
            </div>
          </div>
          {/* Hidden until all lists have settled: on phones it is below the orders, whose loading would move it. */}
          <section className={styles.settings} aria-labelledby="settings" hidden={!isWhole}>
            <h2 className="h2" id="settings" tabIndex={-1}>
              Settings
            </h2>
            <AccountDetailsForm />
            <EmailSection email={user.email} />
            <PasswordSection />
            {/* Enabling sign-in codes ends all other sessions, so the list of sessions is fetched again. */}
            <SignInCodeSection apps={apps} onTurnedOn={sessions.retry} />
            <SessionsSection found={sessions} />
            <RemindersSection />
            <YourDataSection onErased={onErased} />
          </section>
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
  const button = useRestoreFocus(busy)
  const name = user.fullName?.split(/\s+/)[0] ?? 'you'
  const since = dayText(user.createdAt)
  const leave = () => {
    setBusy(true)
    void onSignOut().finally(() => setBusy(false))
  }
  return (
    <PageHead
      className="tint-butter"
      row={styles.halves}
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
        <Button ref={button} variant="secondary" busy={busy} onClick={leave}>
          Sign Out
        </Button>
        <a className="text-link" href="#your-boxes">
          Boxes
        </a>
        <a className="text-link" href="#order-history">
          Orders
        </a>
        <a className="text-link" href="#settings">
          Settings
        </a>
      </div>
    </PageHead>
  )
}

function PasswordSection() {
  return (
    <SettingsSection
      id="your-password"
      title="Your password"
      lead="A new one signs you out everywhere else."
    >
      <FormBehindButton action="Change password" field="new-password">
        {(close) => (
          <NewPasswordForm
            onDone={() => {
              close()
              showToast({ title: 'Password changed' })
            }}
          />
        )}
      </FormBehindButton>
    </SettingsSection>
  )
}
