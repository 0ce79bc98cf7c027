import { useEffect, useRef, useState } from 'react'
import { OrderReceipt } from '../../features/orders/order-receipt.tsx'
import { loadOrders, type PlacedOrder } from '../../features/orders/orders.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import { AccountList, type AccountPartProps } from './account-list.tsx'
import styles from './order-history.module.css'

const tilts = [-1.2, 0.9, -0.7]

const shownAtFirst = 6

export function OrderHistory(part: AccountPartProps) {
  return (
    <section className="wrap section" aria-labelledby="order-history">
      <h2 className="h2" id="order-history" tabIndex={-1}>
        Order history
      </h2>
      <AccountList {...part} things="orders" load={loadOrders} none={<NoOrders />}>
        {(orders) => <Receipts orders={orders} />}
      </AccountList>
    </section>
  )
}

function Receipts({ orders }: { orders: PlacedOrder[] }) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The button is gone then: whoever pressed it goes on with the first order that it brought.
  useEffect(() => {
    const next = list.current?.children[shownAtFirst]
    if (all) next?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }, [all])
  return (
    <>
      <ul className={styles.list} ref={list}>
        {orders.slice(0, all ? undefined : shownAtFirst).map((order, place) => (
          <li key={order.id} style={{ '--tilt': `${tilts[place % tilts.length]}deg` }}>
            <OrderReceipt order={order} level={3} />
          </li>
        ))}
      </ul>
      {!all && orders.length > shownAtFirst && (
        <div className={styles.more}>
          <Button variant="secondary" onClick={() => setAll(true)}>
            Show all {orders.length} orders
          </Button>
        </div>
      )}
    </>
  )
}

function NoOrders() {
  return (
    <div className="tray tint-sky">
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
