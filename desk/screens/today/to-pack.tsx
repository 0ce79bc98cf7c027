import { Link } from 'react-router'
import { piecesText, sinceText, waitText } from '../../../domain/waiting.ts'
import { useNow } from '../../lib/clock.ts'
import type { Today } from '../../features/packing/today-query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/query-state.tsx'
import { Status } from '../../ui/status.tsx'
import { ordersText } from '../../features/packing/parcels.ts'
import { restText } from '../../features/packing/remaining-text.ts'

/** A summary of the orders to pack, with the first two of them. */
export function ToPack({ toPack }: { toPack: Today['toPack'] }) {
  const now = useNow()
  const { orders, pieces, priority, packed, lastSent, oldest, first } = toPack
  if (orders === 0)
    return (
      <Empty
        mascot="mascot-boot"
        title="All packed. Feet up."
        text={
          packed === 0
            ? restText(lastSent)
            : `${ordersText(packed)} packed, and waiting for a label.`
        }
      >
        <ButtonLink look="quiet" to={packed === 0 ? '/pack?tab=sent' : '/pack?tab=packed'}>
          {packed === 0 ? 'See what was sent' : 'Mark as sent'}
        </ButtonLink>
      </Empty>
    )
  return (
    <div className="pass">
      <div className="pass__g">
        <Link className="dock" to="/pack">
          <span className="dock-count">
            <span className="num">{orders}</span>
            <span>
              <span className="h2">to pack</span>
              <span className="sub">
                {ordersText(orders)}, {piecesText(pieces)}
              </span>
            </span>
          </span>
          {priority > 0 && (
            <span className="dock-line">
              <Status of="priority" words={`${priority} priority, pack first`} />
            </span>
          )}
          {oldest && (
            <span className="tel dock-oldest">
              Oldest: {oldest.number} since {sinceText(oldest.since, now)}
            </span>
          )}
        </Link>
        {first.map(({ row: { number, name, district, isPriority, since: from }, pieces: some }) => (
          <Link key={number} className="dock minis" to="/pack">
            <span className="tel">{number}</span>
            {isPriority && (
              <span className="dock-line">
                <Status of="priority" />
              </span>
            )}
            <b>{name}</b>
            <span className="sub">
              {district !== null && `${district} · `}
              {piecesText(some)}
            </span>
            <span className="sub">{waitingText(now - Date.parse(from))}</span>
          </Link>
        ))}
      </div>
      <ButtonLink isWide to="/pack">
        Start packing <Icon name="on" small />
      </ButtonLink>
    </div>
  )
}

/** Returns 'waiting 6 h', or 'just now' for a new order. */
function waitingText(ms: number): string {
  const words = waitText(ms)
  return words === waitText(0) ? words : `waiting ${words}`
}
