import { useCallback, useState } from 'react'
import type { SessionUser } from '../../features/account/session.ts'
import { AccountHead } from './account-head.tsx'
import { BoxSection } from './box-section.tsx'
import { Details } from './details.tsx'
import { OrderHistory } from './order-history.tsx'
import { PasswordSection } from './password-section.tsx'
import { RemindersSection } from './reminders-section.tsx'
import styles from './account-settings.module.css'
import { YourData } from './your-data.tsx'

interface AccountProps {
  user: SessionUser
  onSignOut: () => Promise<void>
  /** The account is gone. */
  onErased: () => Promise<void>
}

/** The page of somebody who is signed in. What stands below the orders and boxes waits for them, and does not jump. */
export function Account({ user, onSignOut, onErased }: AccountProps) {
  const [hasOrders, setHasOrders] = useState(false)
  const [hasBoxes, setHasBoxes] = useState(false)
  const settleOrders = useCallback(() => setHasOrders(true), [])
  const settleBoxes = useCallback(() => setHasBoxes(true), [])
  const isWhole = hasOrders && hasBoxes
  return (
    <>
      <AccountHead user={user} onSignOut={onSignOut} />
      <div className={isWhole ? undefined : styles.arriving}>
        <OrderHistory userId={user.id} onSettled={settleOrders} />
        <div hidden={!isWhole}>
          <BoxSection userId={user.id} onSettled={settleBoxes} />
          <Details />
          <PasswordSection />
          <RemindersSection />
          <YourData onErased={onErased} />
        </div>
      </div>
    </>
  )
}
