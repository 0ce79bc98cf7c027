import { createContext, useContext, useState } from 'react'
import { Link } from 'react-router'
import { type Day, longDay, shortDay } from '../../../domain/dates.ts'
import { useOnline } from '../../lib/connection.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Status } from '../../ui/status.tsx'
import { CancelDate } from './cancel-dialog.tsx'
import { useChangeOccurrence } from './changes.ts'
import { CalendarLeaf, type LeafKind } from '../../features/dates/calendar-leaf.tsx'
import { MoveDate } from './move-dialog.tsx'
import type { DatesData, Occurrence, Series } from './queries.ts'
import { RemoveDate } from './remove-dialog.tsx'
import buttonStyles from '../../ui/button.module.css'
import rowStyles from '../../ui/row.module.css'
import styles from './dates.module.css'

/** A row of the list: an occurrence, or a day that a confirmed enquiry takes. */
export interface DateRow {
  id: string
  day: Day
  kind: LeafKind
  occurrence: Occurrence | null
  enquiry: DatesData['enquiries'][number] | null
}

/** Returns all rows, sorted by day. */
export function getDateRows({ evenings, enquiries }: DatesData): DateRow[] {
  const taken = enquiries.filter(({ stage }) => stage === 'confirmed')
  return [
    ...evenings.map((occurrence): DateRow => {
      const { series, planned, day, kind } = occurrence
      return { id: `${series} ${planned}`, day, kind, occurrence, enquiry: null }
    }),
    ...taken.map((enquiry): DateRow => ({
      id: enquiry.id,
      day: enquiry.day,
      kind: 'private',
      occurrence: null,
      enquiry,
    })),
  ].sort((one, other) => one.day.localeCompare(other.day))
}

export function PrivateEventRow({ line: { day, enquiry } }: { line: DateRow }) {
  return (
    <Link className={rowStyles.row} to={`/enquiries/${enquiry?.id}`}>
      <CalendarLeaf day={day} kind="private" />
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

interface OccurrenceRowProps {
  occurrence: Occurrence
  dates: DatesData
  /** True for the next occurrence that takes place: its row shows buttons. */
  isNext: boolean
  isPast: boolean
}

export function OccurrenceRow({ occurrence, dates, isNext, isPast }: OccurrenceRowProps) {
  const [isOpen, setOpen] = useState(false)
  const { day, kind, title, state } = occurrence
  const isOff = state === 'cancelled' || state === 'off'
  return (
    <>
      <div className={rowStyles.row}>
        <CalendarLeaf day={day} kind={kind} />
        <span className={rowStyles.main}>
          <span className={rowStyles.title}>{isOff ? <s>{title}</s> : title}</span>
          <span className={rowStyles.detail}>{aboutOf(occurrence, dates)}</span>
        </span>
        <StateOf occurrence={occurrence} today={dates.today} />
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
      {(isOpen || isNext) && !isPast && (
        <Acts occurrence={occurrence} dates={dates} isWhole={isOpen} />
      )}
    </>
  )
}

/** Returns "18:00 to 22:00 · repeats weekly". */
function aboutOf(occurrence: Occurrence, { venues, enquiries, series, today }: DatesData): string {
  const { from, to, isWeekly, words, state, planned, day } = occurrence
  const place = venues.find(({ slug }) => slug === occurrence.venue)?.name ?? ''
  const usual = series.find(({ slug }) => slug === occurrence.series)?.venue
  const others = enquiries.filter((one) => one.day === day && one.stage !== 'confirmed')
  return [
    `${from} to ${to}`,
    isWeekly && 'repeats weekly',
    (!isWeekly || usual !== occurrence.venue) && place,
    state === 'moved' && planned !== day && `moved from ${shortDay(planned)}`,
    words,
    day >= today &&
      others.length > 0 &&
      `${others.map(({ name }) => name).join(', ')} ${others.length === 1 ? 'wants' : 'want'} this day`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function StateOf({
  occurrence: { state, day, from },
  today,
}: {
  occurrence: Occurrence
  today: Day
}) {
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
  occurrence: Occurrence
  dates: DatesData
  /** True when actions that affect more than this occurrence, such as changing its series, are shown, too. */
  isWhole: boolean
}

function Acts({ occurrence, dates, isWhole }: ActsProps) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const change = useContext(OpenSeriesFormContext)
  const isOnline = useOnline()
  const act = useChangeOccurrence(close)
  const isOff = occurrence.state === 'cancelled' || occurrence.state === 'off'
  const series = dates.series.find(({ slug }) => slug === occurrence.series)
  if (series === undefined) return null
  return (
    <div className={`${buttonStyles.group} ${styles.actions}`}>
      {occurrence.state !== 'on' && (
        <Button
          look="quiet"
          disabled={!isOnline || act.isPending}
          onClick={() => act.mutate({ do: 'restore', occurrence })}
        >
          {isOff ? 'Bring it back' : 'Back as planned'}
        </Button>
      )}
      <Button look="quiet" onClick={() => setOpen('move')}>
        Move…
      </Button>
      {!isOff && (
        <Button look="destroy" onClick={() => setOpen('cancel')}>
          {occurrence.day === dates.today
            ? `Cancel ${occurrence.from < '17:00' ? 'today' : 'tonight'}…`
            : 'Cancel…'}
        </Button>
      )}
      {isWhole && (
        <>
          <Button look="quiet" onClick={() => change(series)}>
            Change…
          </Button>
          <Button look="destroy" onClick={() => setOpen('remove')}>
            {occurrence.isWeekly ? 'End it…' : 'Remove…'}
          </Button>
        </>
      )}
      {open === 'cancel' && <CancelDate occurrence={occurrence} dates={dates} close={close} />}
      {open === 'move' && <MoveDate occurrence={occurrence} dates={dates} close={close} />}
      {open === 'remove' && <RemoveDate occurrence={occurrence} series={series} close={close} />}
    </div>
  )
}
