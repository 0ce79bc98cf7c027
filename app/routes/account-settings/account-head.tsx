import { useState } from 'react'
import { dayText } from '../../../domain/day-text.ts'
import { NameBadge } from '../../features/account/name-badge.tsx'
import type { SessionUser } from '../../features/account/session.ts'
import { Button } from '../../ui/button.tsx'

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
    <section className="page-top tint-butter">
      <div className="wrap columns">
        <div>
          <h1 className="h1">Account Settings</h1>
          <p className="lead">Nice to see you again, {name}.</p>
          <div className="row">
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
