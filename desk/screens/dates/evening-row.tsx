import { createContext, useContext, useState } from 'react'
import { Link } from 'react-router'
import { type Day, longDay, shortDay } from '../../../domain/dates.ts'
import { useOnline } from '../../lib/connection.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Status } from '../../ui/status.tsx'
import { CancelDate } from './cancel-dialog.tsx'
import { useChangeEvening } from './changes.ts'
import { DayLeaf, type LeafKind } from '../../features/dates/day-leaf.tsx'
import { MoveDate } from './move-dialog.tsx'
import type { Dates, Evening, Series } from './queries.ts'
import { RemoveDate } from './remove-dialog.tsx'
import buttonStyles from '../../ui/button.module.css'
import rowStyles from '../../ui/row.module.css'
import styles from './dates.module.css'

/** A row of the list: an evening, or a day that a confirmed enquiry takes. */
export interface DateRow {
  id: string
  day: Day
  kind: LeafKind
  evening: Evening | null
  enquiry: Dates['enquiries'][number] | null
}

/** Returns all rows, sorted by day. */
export function getRows({ evenings, enquiries }: Dates): DateRow[] {
  const taken = enquiries.filter(({ stage }) => stage === 'confirmed')
  return [
    ...evenings.map((evening): DateRow => {
      const { series, planned, day, kind } = evening
      return { id: `${series} ${planned}`, day, kind, evening, enquiry: null }
    }),
    ...taken.map((enquiry): DateRow => ({
      id: enquiry.id,
      day: enquiry.day,
      kind: 'private',
      evening: null,
      enquiry,
    })),
  ].sort((one, other) => one.day.localeCompare(other.day))
}

export function PrivateRow({ line: { day, enquiry } }: { line: DateRow }) {
  return (
    <Link className={rowStyles.row} to={`/enquiries/${enquiry?.id}`}>
      <DayLeaf day={day} kind="private" />
      <span className={rowStyles.main}>
        <span className={rowStyles.title}>
          {enquiry?.name}
          {enquiry?.about && `, ${enquiry.about}`}
        </span>
        <span className={rowStyles.detail}>private · from Enquiries, not shown</span>
      </span>
      <Icon name="on" small />
    </Link>
  )
}

interface EveningRowProps {
  evening: Evening
  dates: Dates
  /** True for the next evening that takes place: its row shows buttons. */
  isNext: boolean
  isPast: boolean
}

export function EveningRow({ evening, dates, isNext, isPast }: EveningRowProps) {
  const [isOpen, setOpen] = useState(false)
  const { day, kind, title, state } = evening
  const isOff = state === 'cancelled' || state === 'off'
  return (
    <>
      <div className={rowStyles.row}>
        <DayLeaf day={day} kind={kind} />
        <span className={rowStyles.main}>
          <span className={rowStyles.title}>{isOff ? <s>{title}</s> : title}</span>
          <span className={rowStyles.detail}>{aboutOf(evening, dates)}</span>
        </span>
        <StateOf evening={evening} today={dates.today} />
        {!isPast && (
          <button
            type="button"
            className={buttonStyles.iconButton}
            aria-expanded={isOpen}
            aria-label={`${title}, ${longDay(day)}: move, cancel, more`}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="more" />
          </button>
        )}
      </div>
      {(isOpen || isNext) && !isPast && <Acts evening={evening} dates={dates} isWhole={isOpen} />}
    </>
  )
}

/** Returns "18:00 to 22:00 · repeats weekly". */
function aboutOf(evening: Evening, { venues, enquiries, series, today }: Dates): string {
  const { from, to, isWeekly, words, state, planned, day } = evening
  const place = venues.find(({ slug }) => slug === evening.venue)?.name ?? ''
  const usual = series.find(({ slug }) => slug === evening.series)?.venue
  const others = enquiries.filter((one) => one.day === day && one.stage !== 'confirmed')
  return [
    `${from} to ${to}`,
    isWeekly && 'repeats weekly',
    (!isWeekly || usual !== evening.venue) && place,
    state === 'moved' && planned !== day && `moved from ${shortDay(planned)}`,
    words,
    day >= today &&
      others.length > 0 &&
      `${others.map(({ name }) => name).join(', ')} ${others.length === 1 ? 'wants' : 'want'} this day`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function StateOf({ evening: { state, day, from }, today }: { evening: Evening; today: Day }) {
  if (state === 'cancelled') return <Status of="cancelled" />
  if (state === 'off') return <Status of="hidden" words="Left out" />
  if (day === today) return <Status of="tonight" words={from < '17:00' ? 'Today' : 'Tonight'} />
  return state === 'moved' ? <Status of="moved" /> : null
}

type Open = 'cancel' | 'move' | 'remove' | null

/**
 * Context: a function that opens the form of a series. The form belongs to the screen, so it stays open when the row from which it
 * was opened disappears.
 */
export const OpenSeriesFormContext = createContext<(series: Series) => void>(() => undefined)

interface ActsProps {
  evening: Evening
  dates: Dates
  /** True when actions that affect more than this evening, such as changing its series, are shown, too. */
  isWhole: boolean
}

function Acts({ evening, dates, isWhole }: ActsProps) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const change = useContext(OpenSeriesFormContext)
  const isOnline = useOnline()
  const act = useChangeEvening(close)
  const isOff = evening.state === 'cancelled' || evening.state === 'off'
  const series = dates.series.find(({ slug }) => slug === evening.series)
  if (series === undefined) return null
  return (
    <div className={`${buttonStyles.group} ${styles.actions}`}>
      {evening.state !== 'on' && (
        <Button
          look="quiet"
          disabled={!isOnline || act.isPending}
          onClick={() => act.mutate({ do: 'restore', evening })}
        >
          {isOff ? 'Bring it back' : 'Back as planned'}
        </Button>
      )}
      <Button look="quiet" onClick={() => setOpen('move')}>
        Move…
      </Button>
      {!isOff && (
        <Button look="destroy" onClick={() => setOpen('cancel')}>
          {evening.day === dates.today
            ? `Cancel ${evening.from < '17:00' ? 'today' : 'tonight'}…`
            : 'Cancel…'}
        </Button>
      )}
      {isWhole && (
        <>
          <Button look="quiet" onClick={() => change(series)}>
            Change…
          </Button>
          <Button look="destroy" onClick={() => setOpen('remove')}>
            {evening.isWeekly ? 'End it…' : 'Remove…'}
          </Button>
        </>
      )}
      {open === 'cancel' && <CancelDate evening={evening} dates={dates} close={close} />}
      {open === 'move' && <MoveDate evening={evening} dates={dates} close={close} />}
      {open === 'remove' && <RemoveDate evening={evening} series={series} close={close} />}
    </div>
  )
}
