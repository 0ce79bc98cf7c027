import { OrderReceipt } from '../../features/account/order-receipt.tsx'
import { loadOrders } from '../../features/account/orders.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import { AccountList } from './account-list.tsx'
import type { AccountPartProps } from './use-loaded.ts'
import styles from './order-history.module.css'

const tilts = [-1.2, 0.9, -0.7]

export function OrderHistory(part: AccountPartProps) {
  return (
    <section className={`wrap ${styles.history}`} aria-labelledby="order-history">
      <h2 className="h2" id="order-history">
        Order history
      </h2>
      <AccountList {...part} things="orders" load={loadOrders} none={<NoOrders />}>
        {(orders) => (
          <ul className={styles.list}>
            {orders.map((order, place) => (
              <li key={order.id} style={{ '--tilt': `${tilts[place % tilts.length]}deg` }}>
                <OrderReceipt order={order} level={3} />
              </li>
            ))}
          </ul>
        )}
      </AccountList>
    </section>
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
