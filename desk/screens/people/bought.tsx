import { Link } from 'react-router'
import { dayText, shortDayText } from '../../../domain/day-text.ts'
import { formatPence } from '../../../domain/money.ts'
import { Status, type StatusName } from '../../ui/status.tsx'
import type { Person } from './people.ts'

type Order = Person['orders'][number]
type Box = Person['boxes'][number]

export function Section({ title, aside }: { title: string; aside?: string }) {
  return (
    <div className="sh">
      <h3 className="h2">{title}</h3>
      {aside && <span className="sub">{aside}</span>}
    </div>
  )
}

export function Orders({ orders }: { orders: Order[] }) {
  const paid = orders.filter(({ isPaid }) => isPaid)
  const back = paid.reduce((sum, { refunded }) => sum + refunded, 0)
  const sum = paid.reduce((all, { total }) => all + total, 0) - back
  const inAll = `${formatPence(sum)} in all${back > 0 ? `, after ${formatPence(back)} back` : ''}`
  return (
    <>
      <Section title="Orders" {...(paid.length > 0 && { aside: inAll })} />
      {orders.length === 0 && <p className="sub">None yet.</p>}
      <ul className="rows">
        {orders.map((order) => (
          <li key={order.number}>
            <Link className="row" to={`/orders/${order.number}`}>
              <span className="g">
                <span className="t">
                  {order.number} <OrderStatus order={order} />
                </span>
                <span className="sub">
                  {shortDayText(order.at)} · {order.lines.join(', ')}
                </span>
              </span>
              <b>{formatPence(order.total)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function OrderStatus({ order: { status, isSent } }: { order: Order }) {
  if (status === 'pending') return <Status of="coming-soon" words="Not paid yet" />
  if (status === 'expired' || status === 'payment_failed')
    return <Status of="cancelled" words="Never paid" />
  if (status === 'refunded') return <Status of="paid-back" />
  if (status === 'partially_refunded') return <Status of="part-paid-back" />
  return <Status of={isSent ? 'sent' : 'to-pack'} />
}

export function Boxes({ boxes }: { boxes: Box[] }) {
  if (boxes.length === 0) return null
  return (
    <>
      <Section title="Box" />
      <ul className="rows">
        {boxes.map((box) => (
          <li key={box.order}>
            <Link className="row" to={`/orders/${box.order}`}>
              <span className="g">
                <span className="t">{box.names.join(', ')}</span>
                <span className="sub">
                  {formatPence(box.amount)} · {turnOf(box)}
                </span>
              </span>
              <BoxStatus box={box} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function turnOf({ status, nextAt, endsAt, endedAt }: Box): string {
  if (status === 'cancelled') return endedAt ? `over since ${dayText(endedAt)}` : 'over'
  return endsAt ? `ends ${dayText(endsAt)}` : `next ${dayText(nextAt)}`
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
      <Section title="Carts" />
      <ul className="rows">
        {carts.map(({ at, lines }) => (
          <li key={at} className="row">
            <span className="g">
              <span className="t">
                {lines.map(({ name, quantity }) => `${quantity} ${name}`).join(', ') ||
                  'Nothing that is on sale'}
              </span>
              <span className="sub">Last touched {shortDayText(at)}</span>
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
      <Section title="Enquiries" />
      {enquiries.length === 0 && <p className="sub">None yet.</p>}
      <ul className="rows">
        {enquiries.map(({ id, reference, title, at, stage }) => (
          <li key={id}>
            <Link className="row" to={`/enquiries/${id}`}>
              <span className="g">
                <span className="t">{title}</span>
                <span className="sub">
                  {shortDayText(at)} · {reference}
                </span>
              </span>
              <Status of={stage} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

export function Code({ code }: Pick<Person, 'code'>) {
  if (code === null) return null
  const { percent, usedAt, expiresAt, withdrawnAt } = code
  const state = withdrawnAt
    ? `withdrawn ${dayText(withdrawnAt)}`
    : usedAt
      ? `used ${dayText(usedAt)}`
      : `good until ${dayText(expiresAt)}`
  return (
    <>
      <Section title="Discount code" />
      <p>
        <b>{code.code}</b> <span className="sub">{`${percent}% · ${state}`}</span>
      </p>
    </>
  )
}
