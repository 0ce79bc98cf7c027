import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dayText, shortDayText } from '../../../domain/day-text.ts'
import { formatPence } from '../../../domain/money.ts'
import { getOrderSearchPath } from '../../features/navigation/navigation.ts'
import { Status, type StatusName } from '../../ui/status.tsx'
import { BoxActions } from '../../features/orders/box.tsx'
import { OrderStatuses } from '../../features/orders/order-statuses.tsx'
import type { Person } from '../../features/people/queries.ts'
import buttonStyles from '../../ui/button.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './people.module.css'

type Box = Person['boxes'][number]

export function SectionHeading({ title, aside }: { title: string; aside?: string }) {
  return (
    <div className={textStyles.sectionHead}>
      <h2 className={textStyles.heading}>{title}</h2>
      {aside && <span className={textStyles.detail}>{aside}</span>}
    </div>
  )
}

/** A list of rows; renders nothing when it has none. */
export function RowList({ children }: { children: ReactNode[] }) {
  return children.length > 0 && <ul className={rowStyles.rows}>{children}</ul>
}

export function Orders({ person: { email, bought, orders } }: { person: Person }) {
  const { total, refunded: back } = bought
  const inAll = `${formatPence(total - back)} in all${back > 0 ? `, after ${formatPence(back)} back` : ''}`
  return (
    <>
      <SectionHeading title="Orders" {...(bought.orders > 0 && { aside: inAll })} />
      {orders.length === 0 && <p className={textStyles.detail}>None yet.</p>}
      <RowList>
        {orders.map((order) => (
          <li key={order.number}>
            <Link className={rowStyles.row} to={`/orders/${order.number}`}>
              <span className={rowStyles.main}>
                <span className={`${rowStyles.title} ${styles.title}`}>
                  {order.number} <OrderStatuses order={order} />
                </span>
                <span className={rowStyles.detail}>
                  {shortDayText(order.placedAt)} ·{' '}
                  {order.lines.map(({ name, quantity }) => `${quantity} ${name}`).join(', ')}
                </span>
              </span>
              <b>{formatPence(order.total)}</b>
            </Link>
          </li>
        ))}
      </RowList>
      {bought.orders > orders.length && (
        <Link className={buttonStyles.textButton} to={getOrderSearchPath(email)}>
          All {bought.orders} orders
        </Link>
      )}
    </>
  )
}

export function Boxes({ boxes }: { boxes: Box[] }) {
  if (boxes.length === 0) return null
  return (
    <>
      <SectionHeading title="Box" />
      <ul className={rowStyles.rows}>
        {boxes.map((box) => (
          <li key={box.began}>
            <Link className={rowStyles.row} to={`/orders/${box.began}`}>
              <span className={rowStyles.main}>
                <span className={`${rowStyles.title} ${styles.title}`}>{box.names.join(', ')}</span>
                <span className={rowStyles.detail}>
                  {formatPence(box.amount)} · {turnOf(box)}
                </span>
              </span>
              <BoxStatus box={box} />
            </Link>
            {box.status !== 'cancelled' && (
              <div className={`${buttonStyles.group} ${styles.boxActions}`}>
                <BoxActions box={box} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function turnOf({ status, nextAt, isSkipped, endsAt, endedAt }: Box): string {
  if (status === 'cancelled') return endedAt ? `over since ${dayText(endedAt)}` : 'over'
  if (endsAt) return `ends ${dayText(endsAt)}`
  return `next ${dayText(nextAt)}${isSkipped ? ', one skipped' : ''}`
}

function BoxStatus({ box: { status, endsAt } }: { box: Box }) {
  const [of, words]: [StatusName, string] =
    status === 'cancelled'
      ? ['cancelled', 'Over']
      : status !== 'active'
        ? ['payment-failed', 'Payment failed']
        : endsAt
          ? ['cancelled', 'Ending']
          : ['live', 'Running']
  return <Status of={of} words={words} />
}

export function Carts({ carts }: Pick<Person, 'carts'>) {
  if (carts.length === 0) return null
  return (
    <>
      <SectionHeading title="Carts" />
      <ul className={rowStyles.rows}>
        {carts.map(({ at, lines }) => (
          <li key={at} className={rowStyles.row}>
            <span className={rowStyles.main}>
              <span className={`${rowStyles.title} ${styles.title}`}>
                {lines.map(({ name, quantity }) => `${quantity} ${name}`).join(', ') ||
                  'Nothing that is on sale'}
              </span>
              <span className={rowStyles.detail}>Last touched {shortDayText(at)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

export function Enquiries({ enquiries }: Pick<Person, 'enquiries'>) {
  return (
    <>
      <SectionHeading title="Enquiries" />
      {enquiries.length === 0 && <p className={textStyles.detail}>None yet.</p>}
      <RowList>
        {enquiries.map(({ id, reference, title, at, stage }) => (
          <li key={id}>
            <Link className={rowStyles.row} to={`/enquiries/${id}`}>
              <span className={rowStyles.main}>
                <span className={`${rowStyles.title} ${styles.title}`}>{title}</span>
                <span className={rowStyles.detail}>
                  {shortDayText(at)} · {reference}
                </span>
              </span>
              <Status of={stage} />
            </Link>
          </li>
        ))}
      </RowList>
    </>
  )
}

export function DiscountCode({ code }: Pick<Person, 'code'>) {
  if (code === null) return null
  const { percent, usedAt, expiresAt, withdrawnAt } = code
  const state = withdrawnAt
    ? `withdrawn ${dayText(withdrawnAt)}`
    : usedAt
      ? `used ${dayText(usedAt)}`
      : `good until ${dayText(expiresAt)}`
  return (
    <>
      <SectionHeading title="Discount code" />
      <p>
        <b>{code.code}</b> <span className={textStyles.detail}>{`${percent}% · ${state}`}</span>
      </p>
    </>
  )
}
