import { Link } from 'react-router'
import { waitStartText, waitText } from '../../../domain/duration-text.ts'
import { piecesText } from '../../../domain/pieces-text.ts'
import { useNow } from '../../lib/clock.ts'
import type { TodaySummary } from '../../features/packing/today-query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/query-state.tsx'
import { Status } from '../../ui/status.tsx'
import { formatOrderCount } from '../../features/packing/parcels.ts'
import { getEmptyQueueText } from '../../features/packing/remaining-text.ts'
import docketStyles from '../../ui/docket.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './to-pack.module.css'

/** Shows a summary of the orders to pack, with the first two of them. */
export function OrdersToPack({ toPack }: { toPack: TodaySummary['toPack'] }) {
  const now = useNow()
  const { orders, pieces, priority, packed, lastSent, oldest, first } = toPack
  if (orders === 0)
    return (
      <EmptyState
        mascot="mascot-boot"
        title="All packed. Feet up."
        text={
          packed === 0
            ? getEmptyQueueText(lastSent)
            : `${formatOrderCount(packed)} packed, and waiting for a label.`
        }
      >
        <ButtonLink look="quiet" to={packed === 0 ? '/pack?tab=sent' : '/pack?tab=packed'}>
          {packed === 0 ? 'See what was sent' : 'Mark as sent'}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <div className={styles.pass}>
      <div className={styles.dockets}>
        <Link className={docketStyles.docket} to="/pack">
          <span className={styles.count}>
            <span className={`${textStyles.figure} ${styles.number}`}>{orders}</span>
            <span>
              <span className={`${textStyles.heading} ${styles.countHeading}`}>to pack</span>
              <span className={docketStyles.detail}>
                {formatOrderCount(orders)}, {piecesText(pieces)}
              </span>
            </span>
          </span>
          {priority > 0 && (
            <span className={styles.priority}>
              <Status of="priority" words={`${priority} priority, pack first`} />
            </span>
          )}
          {oldest && (
            <span className={`${textStyles.teletype} ${styles.oldest}`}>
              Oldest: {oldest.number} since {waitStartText(oldest.since, now)}
            </span>
          )}
        </Link>
        {first.map(({ row: { number, name, district, isPriority, since: from }, pieces: some }) => (
          <Link key={number} className={`${docketStyles.docket} ${styles.next}`} to="/pack">
            <span className={`${textStyles.teletype} ${styles.nextNumber}`}>{number}</span>
            {isPriority && (
              <span className={styles.priority}>
                <Status of="priority" />
              </span>
            )}
            <b>{name}</b>
            <span className={docketStyles.detail}>
              {district !== null && `${district} · `}
              {piecesText(some)}
            </span>
            <span className={docketStyles.detail}>{waitingText(now - Date.parse(from))}</span>
          </Link>
        ))}
      </div>
      <ButtonLink isWide to="/pack">
        Start packing <Icon name="on" small />
      </ButtonLink>
    </div>
  )
}

/** Returns how long an order has waited: 'waiting 6 h', or 'just now' for a new order. */
function waitingText(ms: number): string {
  const words = waitText(ms)
  return words === waitText(0) ? words : `waiting ${words}`
}
