import type { SessionUser } from '../../features/account/session.ts'
import { AccountHead } from './account-head.tsx'
import { Details } from './details.tsx'
import { OrderHistory } from './order-history.tsx'
import { PasswordSection } from './password-section.tsx'

/** The page of somebody who is signed in. */
export function Account({
  user,
  onSignOut,
}: {
  user: SessionUser
  onSignOut: () => Promise<void>
}) {
  return (
    <>
      <AccountHead user={user} onSignOut={onSignOut} />
      <OrderHistory userId={user.id} />
      <Details />
      <PasswordSection />
    </>
  )
}
