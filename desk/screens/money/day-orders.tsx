import { useState } from 'react'
import { Link } from 'react-router'
import { shortDay } from '../../../domain/dates.ts'
import { formatPence } from '../../../domain/money.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { useOrdersOfDay } from './queries.ts'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'

const atOnce = 50
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' })

/** Table of the orders that were paid on a day, with the payment provider's fee for each, and the day of the payout. */
export function DayOrders({ day, count }: { day: string; count: number }) {
  const [limit, setLimit] = useState(atOnce)
  const orders = useOrdersOfDay(day, limit)
  return (
    <>
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading}>Orders</h2>
        <b>{count}</b>
      </div>
      <QueryBoundary query={orders} things="Orders">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              mascot="garlic-shrug"
              title="Nothing paid"
              text={`No order was paid on ${shortDay(day)}.`}
            />
          ) : (
            <>
              <ul className={rowStyles.rows}>
                {rows.map(({ number, at, pieces, total, fee, isBox, payoutOn }) => (
                  <li key={number}>
                    <Link className={rowStyles.row} to={`/orders/${number}`}>
                      <span className={rowStyles.main}>
                        <span className={rowStyles.title}>
                          {number} · {clock.format(new Date(at))}
                        </span>
                        <span className={rowStyles.detail}>
                          {pieces} {pieces === 1 ? 'piece' : 'pieces'}
                          {isBox && ' · a later box'} · {feeText(total, fee)}
                          {payoutOn !== null && ` · at the bank ${shortDay(payoutOn)}`}
                        </span>
                      </span>
                      <b>{formatPence(total)}</b>
                    </Link>
                  </li>
                ))}
              </ul>
              {rows.length < count && rows.length === limit && (
                <p className={layoutStyles.spaceAbove}>
                  <Button look="quiet" isWide onClick={() => setLimit(limit + atOnce)}>
                    Show {atOnce} more
                  </Button>
                </p>
              )}
            </>
          )
        }
      </QueryBoundary>
    </>
  )
}

function feeText(total: number, fee: number | null): string {
  if (total === 0) return 'no fee'
  return fee === null ? 'fee not known yet' : `fee ${formatPence(fee)}`
}
