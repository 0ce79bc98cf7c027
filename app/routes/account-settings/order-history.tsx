import { useState } from 'react'
import { OrderReceipt } from '../../features/account/order-receipt.tsx'
import { loadOrders } from '../../features/account/orders.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import { type AccountPartProps, useLoaded } from './use-loaded.ts'
import styles from './order-history.module.css'

const tilts = [-1.2, 0.9, -0.7]

export function OrderHistory({ userId, onSettled }: AccountPartProps) {
  const [attempt, setAttempt] = useState(0)
  return (
    <section className={`wrap ${styles.history}`} aria-labelledby="order-history">
      <h2 className="h2" id="order-history">
        Order history
      </h2>
      <Orders
        key={`${userId} ${attempt}`}
        userId={userId}
        onSettled={onSettled}
        onRetry={() => setAttempt(attempt + 1)}
      />
    </section>
  )
}

function Orders({ userId, onSettled, onRetry }: AccountPartProps & { onRetry: () => void }) {
  const found = useLoaded(userId, loadOrders, onSettled)
  if (found.state === 'loading') return <p className={styles.loading}>Loading your orders...</p>
  if (found.state === 'failed')
    return (
      <div className={styles.failed} role="alert">
        <p>Your orders can’t be fetched right now. They are safe.</p>
        <Button size="sm" variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  if (found.value.length === 0) return <NoOrders />
  return (
    <ul className={styles.list}>
      {found.value.map((order, place) => (
        <li key={order.id} style={{ '--tilt': `${tilts[place % tilts.length]}deg` }}>
          <OrderReceipt order={order} level={3} />
        </li>
      ))}
    </ul>
  )
}

function NoOrders() {
  return (
    <div className={styles.none}>
      <div className={styles.blank}>
        <Mascot name="spicebag" />
      </div>
      <div>
        <p className="h2">No orders found yet</p>
        <p className="lead">Your first receipt goes here, stamped and slightly greasy.</p>
        <ButtonLink to={paths.shop} arrow>
          Start shopping
        </ButtonLink>
      </div>
    </div>
  )
}
