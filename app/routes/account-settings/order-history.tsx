import { useEffect, useRef, useState } from 'react'
import { orderListeners } from '../../features/account/account-events.ts'
import { OrderReceipt, formatOrderStatus } from '../../features/orders/order-receipt.tsx'
import { wasPaid, type PlacedOrder } from '../../features/orders/orders.ts'
import { paths } from '../../core/paths.ts'
import { announce } from '../../ui/announcer.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import { AccountList, type FetchedList } from './account-list.tsx'
import { BuyAgain } from './buy-again.tsx'
import styles from './order-history.module.css'

const tilts = [-1.2, 0.9, -0.7]

const shownAtFirst = 6

export function OrderHistory({ orders }: { orders: FetchedList<PlacedOrder> }) {
  const { refresh } = orders
  useEffect(() => {
    const end = orderListeners.subscribe(refresh)
    return () => void end()
  }, [refresh])
  useAnnouncedChanges(orders.list)
  return (
    <section aria-labelledby="order-history">
      <h2 className="h2" id="order-history" tabIndex={-1}>
        Order history
      </h2>
      <AccountList things="orders" found={orders} none={<NoOrders />}>
        {(list) => <Receipts orders={list} />}
      </AccountList>
    </section>
  )
}

/** Announces each order that is new, or whose status has changed, since the page opened. */
function useAnnouncedChanges(orders: readonly PlacedOrder[] | null): void {
  const said = useRef<ReadonlyMap<string, string>>(null)
  useEffect(() => {
    if (orders === null) return
    const texts = new Map(orders.map((order) => [order.id, formatOrderStatus(order)]))
    for (const [id, text] of texts)
      if (said.current !== null && said.current.get(id) !== text) announce(text)
    said.current = texts
  }, [orders])
}

function Receipts({ orders }: { orders: PlacedOrder[] }) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The pressed button is removed, so the focus moves to the first additional order.
  useEffect(() => {
    const next = list.current?.children[shownAtFirst]
    if (all) next?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }, [all])
  return (
    <>
      <ul className={styles.list} ref={list}>
        {orders.slice(0, all ? undefined : shownAtFirst).map((order, place) => (
          <li key={order.id} style={{ '--tilt': `${tilts[place % tilts.length]}deg` }}>
            <OrderReceipt order={order} level={3}>
              {wasPaid(order.state) && <BuyAgain order={order} />}
            </OrderReceipt>
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
