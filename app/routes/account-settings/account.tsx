import type { SessionUser } from '../../features/account/session.ts'
import { AccountHead } from './account-head.tsx'
import { BoxSection } from './box-section.tsx'
import { Details } from './details.tsx'
import { OrderHistory } from './order-history.tsx'
import { PasswordSection } from './password-section.tsx'
import { RemindersSection } from './reminders-section.tsx'
import { YourData } from './your-data.tsx'

interface AccountProps {
  user: SessionUser
  onSignOut: () => Promise<void>
  /** The account is gone. */
  onErased: () => Promise<void>
}

/** The page of somebody who is signed in. */
export function Account({ user, onSignOut, onErased }: AccountProps) {
  return (
    <>
      <AccountHead user={user} onSignOut={onSignOut} />
      <OrderHistory userId={user.id} />
      <BoxSection userId={user.id} />
      <Details />
      <PasswordSection />
      <RemindersSection />
      <YourData onErased={onErased} />
    </>
  )
}
