import { useState } from 'react'
import { Link } from 'react-router'
import { formatPence } from '../../../domain/money.ts'
import type { Period } from '../../../domain/money-period.ts'
import { Button } from '../../ui/button.tsx'
import { type RefundRow, useRefunds } from './queries.ts'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'

const atOnce = 20
const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})

/** List of refunds, and of money that a bank took back, by the day on which the money left. */
export function Refunds({ period: { from, until }, total }: { period: Period; total: number }) {
  const [limit, setLimit] = useState(atOnce)
  const { data } = useRefunds(from, until, limit)
  if (data === undefined || data.count === 0) return null
  return (
    <section className={layoutStyles.spaceAboveLarge} aria-label="Paid back">
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading}>Paid back</h2>
        <b>{formatPence(total)}</b>
      </div>
      <ul className={rowStyles.rows}>
        {data.rows.map((row) => (
          <li key={`${row.at}${row.number}${row.amount}`}>
            <Row row={row} />
          </li>
        ))}
      </ul>
      {data.rows.length < data.count && (
        <p className={layoutStyles.spaceAbove}>
          <Button look="quiet" isWide onClick={() => setLimit(limit + atOnce)}>
            Show {atOnce} more
          </Button>
        </p>
      )}
    </section>
  )
}

function Row({ row }: { row: RefundRow }) {
  const { at, number, amount, pieces } = row
  const words = pieces.map(({ quantity, name, size }) =>
    [`${quantity} ${name}`, size].filter((part) => part !== null).join(', '),
  )
  const inside = (
    <>
      <span className={rowStyles.main}>
        <span className={rowStyles.title}>
          {[number, whyOf(row)].filter((part) => part !== null).join(' · ')}
        </span>
        <span className={rowStyles.detail}>
          {[day.format(new Date(at)).replace(',', ''), ...words].join(' · ')}
        </span>
      </span>
      <b>{formatPence(amount)}</b>
    </>
  )
  if (number === null) return <span className={rowStyles.row}>{inside}</span>
  return (
    <Link className={rowStyles.row} to={`/orders/${number}`}>
      {inside}
    </Link>
  )
}

function whyOf({ kind, why, pieces, amount }: RefundRow): string {
  if (kind === 'dispute')
    return amount < 0 ? 'Given back by their bank' : 'Taken back by their bank'
  if (why !== null) return why
  if (amount < 0) return 'A refund that came back'
  return pieces.length > 0 ? 'Paid back' : 'A sum paid back'
}
