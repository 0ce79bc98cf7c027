import { useState } from 'react'
import { dayText } from '../../../domain/day-text.ts'
import { NameBadge } from '../../features/account/name-badge.tsx'
import type { SessionUser } from '../../features/account/session.ts'
import { Button } from '../../ui/button.tsx'
import styles from './account-settings.module.css'

/** Who it is, since when, and the way out. */
export function AccountHead({
  user,
  onSignOut,
}: {
  user: SessionUser
  onSignOut: () => Promise<void>
}) {
  const [busy, setBusy] = useState(false)
  const name = user.fullName?.split(/\s+/)[0] ?? 'you'
  const since = dayText(user.createdAt)
  return (
    <section className={styles.head}>
      <div className={`wrap ${styles.grid}`}>
        <div>
          <h1 className="h1">Account Settings</h1>
          <p className={`lead ${styles.lead}`}>Nice to see you again, {name}.</p>
          <div className={styles.out}>
            <Button
              variant="secondary"
              busy={busy}
              onClick={() => {
                setBusy(true)
                void onSignOut().finally(() => setBusy(false))
              }}
            >
              Sign Out
            </Button>
          </div>
        </div>
        <NameBadge name={name} mascots={['peach']} tilt="right">
          <b>{user.email}</b>
          {since !== '' && (
            <>
              <br />
              In the album since {since}
            </>
          )}
        </NameBadge>
      </div>
    </section>
  )
}
