import { Link, useSearchParams } from 'react-router'
import { formatPence } from '../../../domain/money.ts'
import { cleanPastedText } from '../../../domain/pasted.ts'
import { OrderSearchField } from '../../features/orders/search.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ShowMore, useRowLimit } from '../../ui/show-more.tsx'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { OrderStatuses } from '../../features/orders/order-statuses.tsx'
import { type OrderRow, useOrders } from '../../features/orders/queries.ts'
import { formatShortTime } from '../../lib/times.ts'
import chipStyles from '../../ui/chip.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './orders.module.css'

const tabs = [
  ['all', 'All'],
  ['to-pack', 'To pack'],
  ['packed', 'Packed'],
  ['sent', 'Sent'],
  ['paid-back', 'Paid back'],
  ['cancelled', 'Cancelled'],
  ['payment-failed', 'Payment failed'],
  ['disputed', 'Disputed'],
  ['box-payments', 'Box payment failed'],
] as const

/** The Orders screen: the orders of a tab, or the matches of a search by number, name, email, postcode or product. */
export function Screen() {
  const [query] = useSearchParams()
  const limit = useRowLimit()
  const search = cleanPastedText(query.get('q') ?? '')
  const tab = query.get('tab') ?? 'all'
  const list = useOrders(tab, search, limit)
  return (
    <div>
      <div className={layoutStyles.phoneOnly}>
        <OrderSearchField isFocused={query.has('find')} />
      </div>
      {search === '' && (
        <Tabs
          all={tabs}
          at={tab}
          to={(name) => (name === 'all' ? '?' : `?tab=${name}`)}
          count={(name) => list.data?.counts?.[name]}
        />
      )}
      <QueryBoundary query={list} things="Orders">
        {({ orders, total }) => (
          <>
            <output className={`${textStyles.detail} ${styles.found}`}>
              {search !== '' && foundText(total, search)}
            </output>
            {orders.length === 0 ? (
              <None search={search} />
            ) : (
              <ul className={rowStyles.rows}>
                {orders.map((order) => (
                  <Row key={order.number} order={order} />
                ))}
              </ul>
            )}
            <ShowMore
              isMore={orders.length < total}
              most={200}
              others="These are the newest 200. Search finds the others."
            />
          </>
        )}
      </QueryBoundary>
    </div>
  )
}

/** Formats the number of matches; above 1000, the most that the list can show, there is no exact number. */
const countText = (total: number) =>
  total > 1000 ? 'More than 1000 orders' : total === 1 ? '1 order' : `${total} orders`
const foundText = (total: number, search: string) => `${countText(total)} for ‘${search}’`

function Row({ order }: { order: OrderRow }) {
  const { number, name, email, total, placedAt, lines } = order
  return (
    <li>
      <Link className={rowStyles.row} to={`/orders/${number}`}>
        <span className={rowStyles.main}>
          <span className={rowStyles.title}>
            {number} · {name ?? email ?? 'anonymous'}
          </span>
          <span className={rowStyles.detail}>
            {order.isPartPaidBack && 'Ordered: '}
            {lines.map((line) => `${line.quantity} × ${line.name}`).join(', ')}
          </span>
          <span className={`${chipStyles.chips} ${styles.listStates}`}>
            <OrderStatuses order={order} />
          </span>
        </span>
        <span className={`${textStyles.alignEnd} ${textStyles.noWrap}`}>
          <b>{formatPence(total)}</b>
          <br />
          <span className={textStyles.fine}>{formatShortTime(placedAt)}</span>
        </span>
        <Icon name="on" small />
      </Link>
    </li>
  )
}

function None({ search }: { search: string }) {
  if (search === '')
    return (
      <EmptyState mascot="mascot-chilli" title="Nothing here" text="No orders here right now." />
    )
  return (
    <EmptyState
      mascot="garlic-shrug"
      title={`No order for ‘${search}’`}
      text="Try its number, a name, an e-mail, a postcode or a product. Three letters are enough."
    >
      <ButtonLink look="quiet" to="/orders" replace>
        All orders
      </ButtonLink>
    </EmptyState>
  )
}
