import { Link } from 'react-router'
import { agoText, waitText } from '../../../domain/waiting.ts'
import { useNow } from '../../lib/clock.ts'
import { useStaff } from '../sign-in/session.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Status } from '../../ui/status.tsx'
import './packing.css'
import { linesText, type Parcel, piecesOf } from './parcels.ts'
import { RecipeFlags } from './recipe-flags.tsx'

interface ParcelRowsProps {
  parcels: readonly Parcel[]
  /** The selected orders; null when the list has no selection. */
  chosen: ReadonlySet<number> | null
  /** The order that the keys J and K have reached. */
  at: number
  toggle: (number: number) => void
  openNote: (parcel: Parcel) => void
}

const bringIntoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

export function ParcelRows({ parcels, chosen, at, toggle, openNote }: ParcelRowsProps) {
  const now = useNow()
  const { role } = useStaff()
  return (
    <ul className="rows">
      {parcels.map((parcel, place) => (
        <li
          key={parcel.number}
          className={place === at ? 'parcel is-at' : 'parcel'}
          ref={place === at ? bringIntoView : undefined}
        >
          {chosen !== null && parcel.isToSend ? (
            <label className="row pick-row">
              <input
                type="checkbox"
                checked={chosen.has(parcel.number)}
                onChange={() => toggle(parcel.number)}
              />
              <RowWords parcel={parcel} now={now} />
            </label>
          ) : role === 'owner' ? (
            <Link className="row" to={`/orders/${parcel.number}`}>
              <RowWords parcel={parcel} now={now} />
              <Icon name="on" small />
            </Link>
          ) : (
            <div className="row">
              <RowWords parcel={parcel} now={now} />
            </div>
          )}
          {parcel.isToSend && (
            <button
              type="button"
              className="ibtn"
              aria-label={`Note or part of order ${parcel.number}`}
              onClick={() => openNote(parcel)}
            >
              <Icon name="more" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

export function RowWords({ parcel, now }: { parcel: Parcel; now: number }) {
  const { number, name, isPriority, isXl, deliveryName, isGift, isPartSent } = parcel
  const { note, lines, since, pickList } = parcel
  const pieces = piecesOf(lines)
  return (
    <>
      <span className="g">
        <span className="t chips-line">
          {number} · {name ?? 'Erased'}
          {isPriority && <Status of="priority" />}
          {isXl && <span className="st st--sky">{deliveryName}</span>}
          {isGift && <span className="st st--pink">Present</span>}
          {isPartSent && <span className="st st--butter">Part sent</span>}
          {parcel.isToSend && pickList !== null && parcel.packedAt === null && (
            <span className="st st--lilac">On a list</span>
          )}
          {!parcel.isToSend && <Status of={statusOf(parcel)} />}
        </span>
        <span className="sub">{linesText(lines) || 'Nothing left to send'}</span>
        {parcel.isToSend && <RecipeFlags number={number} />}
        {note !== null && (
          <span className="sub note-line">
            <Icon name="note" small />
            {note}
          </span>
        )}
      </span>
      <span className="r nw">
        <b>
          {pieces} {pieces === 1 ? 'pc' : 'pcs'}
        </b>
        <span className="sub">
          {parcel.sentAt === null
            ? waitText(now - Date.parse(since))
            : agoText(now - Date.parse(parcel.sentAt))}
        </span>
      </span>
    </>
  )
}

function statusOf({ status }: Parcel) {
  if (status === 'refunded') return 'paid-back'
  return status === 'partially_refunded' ? 'part-paid-back' : 'sent'
}
