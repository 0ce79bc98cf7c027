import { longDay, spokenTime } from '../../../domain/dates.ts'
import { paths } from '../../paths.ts'
import { classes } from '../../ui/classes.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './diary-list.module.css'
import { addressOf, type Happening } from './happenings.ts'

interface DiaryListProps {
  dates: readonly Happening[]
  /** The level of each date's heading. */
  heading?: 'h3' | 'h4'
  /** Been and gone: without a file, and in quieter colours. */
  past?: boolean
}

/** Dates as tear-off tickets: the day on the stub, what and where beside it. */
export function DiaryList({ dates, heading = 'h3', past = false }: DiaryListProps) {
  return (
    <ul className={classes(styles.list, past && styles.past)}>
      {dates.map((date) => (
        <li key={date.slug}>
          <DiaryTicket date={date} heading={heading} past={past} />
        </li>
      ))}
    </ul>
  )
}

interface TicketProps {
  date: Happening
  heading: 'h3' | 'h4'
  past: boolean
}

function DiaryTicket({ date, heading: Heading, past }: TicketProps) {
  const { slug, kind, day, from, to, title, text, place } = date
  return (
    <article className={styles.ticket}>
      <p className={classes(styles.stub, styles[kind])}>
        <time dateTime={past ? day : `${day}T${from}`}>
          {longDay(day)} <small>{day.slice(0, 4)}</small>
        </time>
      </p>
      <div className={styles.body}>
        <Heading>{title}</Heading>
        <p>{text}</p>
        <p className={styles.where}>
          {spokenTime(from)} to {spokenTime(to)}, {place.name}, {addressOf(place)}
        </p>
      </div>
      {!past && (
        <a className={styles.add} href={paths.dateFile(slug)} download>
          Add to calendar{' '}
          <VisuallyHidden>
            : {title}, {longDay(day)}
          </VisuallyHidden>
        </a>
      )}
    </article>
  )
}

/** The feed of all dates, for calendars that look again by themselves. */
export function FeedLink() {
  return (
    <p className={styles.feed}>
      Rather have them all, for good?{' '}
      <a href={paths.datesFeed}>Subscribe to every date in your calendar</a>
    </p>
  )
}
