import { useCallback, useEffect, useState } from 'react'
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

/** The page of somebody who is signed in. What stands below the boxes and orders waits for them, and does not jump. */
export function Account({ user, onSignOut, onErased }: AccountProps) {
  const [hasOrders, setHasOrders] = useState(false)
  const [hasBoxes, setHasBoxes] = useState(false)
  const settleOrders = useCallback(() => setHasOrders(true), [])
  const settleBoxes = useCallback(() => setHasBoxes(true), [])
  const isWhole = hasOrders && hasBoxes
  useComeToTarget(isWhole)
  return (
    <>
      <AccountHead user={user} onSignOut={onSignOut} />
      <div className={isWhole ? undefined : styles.arriving} aria-busy={!isWhole}>
        <BoxSection userId={user.id} onSettled={settleBoxes} />
        <div hidden={!hasBoxes}>
          <OrderHistory userId={user.id} onSettled={settleOrders} />
        </div>
        <div hidden={!isWhole}>
          <Details />
          <PasswordSection />
          <RemindersSection />
          <YourData onErased={onErased} />
        </div>
      </div>
    </>
  )
}

/** Comes to what the address names, as the mails about boxes do: it was not there yet when the page opened. */
function useComeToTarget(isWhole: boolean): void {
  useEffect(() => {
    if (!isWhole || window.location.hash === '') return
    const target = document.getElementById(window.location.hash.slice(1))
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [isWhole])
}
