import type { ReactNode } from 'react'
import { paths } from '../../core/paths.ts'
import { joinClasses } from '../../ui/classes.ts'
import { Section, type SectionProps } from '../../ui/section.tsx'
import styles from './diary-list.module.css'
import type { DiaryEntry } from './shop-events.server.ts'

interface DiaryListProps {
  dates: readonly DiaryEntry[]
  past?: boolean
}

export function DiaryList({ dates, past = false }: DiaryListProps) {
  return (
    <ul className={joinClasses('stack', past && styles.past)}>
      {dates.map((date) => (
        <li key={date.slug + date.dateTime}>
          <DiaryTicket date={date} past={past} />
        </li>
      ))}
    </ul>
  )
}

function DiaryTicket({ date, past }: { date: DiaryEntry; past: boolean }) {
  const { slug, kind, dateTime, day, year, from, to, title, text, host, address, isOff, note } =
    date
  return (
    <article className={styles.ticket}>
      <p className={joinClasses(styles.stub, styles[kind])}>
        <time dateTime={dateTime}>
          {day} <small>{year}</small>
        </time>
      </p>
      <div>
        <h3>{isOff ? <s>{title}</s> : title}</h3>
        {note !== '' && <p className={styles.note}>{note}</p>}
        {text !== '' && <p>{text}</p>}
        <p className={styles.where}>
          {from} to {to}, {host}, {address}
        </p>
      </div>
      {!past && !isOff && (
        <a className="text-link" href={paths.dateFile(slug)} download>
          Add to calendar{' '}
          <span className="visually-hidden">
            : {title}, {day}
          </span>
        </a>
      )}
    </article>
  )
}

interface DatesSectionProps extends SectionProps {
  dates: readonly DiaryEntry[]
  emptyState?: ReactNode
}

export function DatesSection({ dates, emptyState, children, ...sectionProps }: DatesSectionProps) {
  return (
    <Section {...sectionProps}>
      {children}
      {dates.length === 0 && emptyState !== undefined ? emptyState : <DiaryList dates={dates} />}
      <p className={styles.feed}>
        Rather have them all, for good?{' '}
        <a className="text-link" href={paths.datesFeed}>
          Subscribe to every date in your calendar
        </a>
      </p>
    </Section>
  )
}
