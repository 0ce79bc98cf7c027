import { Link } from 'react-router'
import { agoText, waitText } from '../../../domain/duration-text.ts'
import { useNow } from '../../lib/clock.ts'
import { useStaff } from '../sign-in/session.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Status } from '../../ui/status.tsx'
import { formatParcelLines, type Parcel, countPieces } from './parcels.ts'
import { RecipeFlags } from './recipe-flags.tsx'
import buttonStyles from '../../ui/button.module.css'
import rowStyles from '../../ui/row.module.css'
import statusStyles from '../../ui/status.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './parcel-rows.module.css'

interface ParcelRowsProps {
  parcels: readonly Parcel[]
  /** The numbers of the selected orders; null when the list has no selection. */
  chosen: ReadonlySet<number> | null
  /** The index of the row that the keys J and K have reached. */
  at: number
  toggle: (number: number) => void
  openNote: (parcel: Parcel) => void
}

const bringIntoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

export function ParcelRows({ parcels, chosen, at, toggle, openNote }: ParcelRowsProps) {
  const now = useNow()
  const { role } = useStaff()
  return (
    <ul className={rowStyles.rows}>
      {parcels.map((parcel, place) => (
        <li
          key={parcel.number}
          data-parcel
          className={place === at ? `${styles.parcel} ${styles.current}` : styles.parcel}
          ref={place === at ? bringIntoView : undefined}
        >
          {chosen !== null && parcel.isToSend ? (
            <label className={`${rowStyles.row} ${styles.row} ${styles.choice}`}>
              <input
                type="checkbox"
                checked={chosen.has(parcel.number)}
                onChange={() => toggle(parcel.number)}
              />
              <ParcelRowText parcel={parcel} now={now} />
            </label>
          ) : role === 'owner' ? (
            <Link className={`${rowStyles.row} ${styles.row}`} to={`/orders/${parcel.number}`}>
              <ParcelRowText parcel={parcel} now={now} />
              <Icon name="on" small />
            </Link>
          ) : (
            <div className={`${rowStyles.row} ${styles.row}`}>
              <ParcelRowText parcel={parcel} now={now} />
            </div>
          )}
          {parcel.isToSend && (
            <button
              type="button"
              className={buttonStyles.iconButton}
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

export function ParcelRowText({ parcel, now }: { parcel: Parcel; now: number }) {
  const { number, name, isPriority, isXl, deliveryName, isGift, isPartSent } = parcel
  const { note, lines, since, pickList } = parcel
  const pieces = countPieces(lines)
  return (
    <>
      <span className={`${rowStyles.main} ${styles.words}`}>
        <span data-parcel-title className={`${rowStyles.title} ${styles.title}`}>
          {number} · {name ?? 'Erased'}
          {isPriority && <Status of="priority" />}
          {isXl && (
            <span className={`${statusStyles.status} ${statusStyles.sky}`}>{deliveryName}</span>
          )}
          {isGift && <span className={`${statusStyles.status} ${statusStyles.pink}`}>Present</span>}
          {isPartSent && (
            <span className={`${statusStyles.status} ${statusStyles.butter}`}>Part sent</span>
          )}
          {parcel.isToSend && pickList !== null && parcel.packedAt === null && (
            <span className={`${statusStyles.status} ${statusStyles.lilac}`}>On a list</span>
          )}
          {!parcel.isToSend && <Status of={statusOf(parcel)} />}
        </span>
        <span className={rowStyles.detail}>
          {formatParcelLines(lines) || 'Nothing left to send'}
        </span>
        {parcel.isToSend && <RecipeFlags number={number} />}
        {note !== null && (
          <span data-note className={`${rowStyles.detail} ${styles.note}`}>
            <Icon name="note" small />
            {note}
          </span>
        )}
      </span>
      <span className={`${textStyles.alignEnd} ${textStyles.noWrap} ${styles.pieces}`}>
        <b>
          {pieces} {pieces === 1 ? 'pc' : 'pcs'}
        </b>
        <span className={rowStyles.detail}>
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
