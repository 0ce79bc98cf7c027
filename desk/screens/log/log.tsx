import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { longDay, londonDay } from '../../../domain/dates.ts'
import { LogEntryRow } from './entry-row.tsx'
import { type LogEntry, useLog } from './log-query.ts'
import { getSubjectPath, formatLogSubject } from './log-labels.ts'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './log.module.css'

/** The filters of the log, each with the kinds of subjects that it includes. */
const about: Record<string, { label: string; kinds: readonly string[] }> = {
  orders: { label: 'Orders and parcels', kinds: ['order', 'orders', 'pick_list', 'lines'] },
  products: { label: 'Products', kinds: ['product', 'products'] },
  enquiries: { label: 'Enquiries', kinds: ['enquiry', 'letter'] },
  people: { label: 'People and team', kinds: ['person'] },
  shop: {
    label: 'Dates, words and codes',
    kinds: [
      'date',
      'venue',
      'bar',
      'holiday',
      'delivery',
      'faq',
      'testimonial',
      'last_box',
      'code',
    ],
  },
  mail: { label: 'Mails and backups', kinds: ['mail', 'mails', 'backup'] },
}

/** The screen of the desk's log in plain words, filtered by person and subject. */
export function Screen() {
  const [query, setQuery] = useSearchParams()
  const who = query.get('who')
  const kind = query.get('about')
  const subject = query.get('subject')
  const log = useLog({ who, kinds: about[kind ?? '']?.kinds ?? null, subject })
  const people = log.data?.pages[0]?.people ?? []
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(query)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setQuery(next, { replace: true })
  }
  return (
    <div className={styles.log}>
      <div className={styles.filter}>
        <Choice label="Who" value={who ?? ''} choose={(value) => choose('who', value)}>
          <option value="">Everybody</option>
          {people.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Choice>
        <Choice label="About" value={kind ?? ''} choose={(value) => choose('about', value)}>
          <option value="">Everything</option>
          {Object.entries(about).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Choice>
      </div>
      {subject !== null && (
        <Subject subject={subject} name={log.data?.pages[0]?.name ?? null}>
          <Button look="quiet" onClick={() => choose('subject', '')}>
            Show everything
          </Button>
        </Subject>
      )}
      <QueryBoundary query={log} things="What happened">
        {({ pages }) => (
          <Days entries={pages.flatMap(({ entries }) => entries)} isOne={subject !== null} />
        )}
      </QueryBoundary>
      {log.hasNextPage && (
        <p className={layoutStyles.spaceAboveLarge}>
          <Button
            look="quiet"
            isWide
            disabled={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            Show what was before
          </Button>
        </p>
      )}
    </div>
  )
}

interface SubjectProps {
  subject: string
  name: string | null
  children: ReactNode
}

interface ChoiceProps {
  label: string
  value: string
  choose: (value: string) => void
  children: ReactNode
}

function Choice({ label, value, choose, children }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {children}
      </select>
    </label>
  )
}

function Subject({ subject, name, children }: SubjectProps) {
  const path = getSubjectPath(subject)
  return (
    <div className={styles.subject}>
      <p>
        All about <b>{formatLogSubject({ subject, name })}</b>
      </p>
      {path !== null && (
        <ButtonLink look="quiet" to={path}>
          Go there
        </ButtonLink>
      )}
      {children}
    </div>
  )
}

function Days({ entries, isOne }: { entries: readonly LogEntry[]; isOne: boolean }) {
  if (entries.length === 0)
    return (
      <EmptyState
        mascot="mascot-boot"
        title="Nothing happened yet"
        text="What is done at the desk is written down here, for ever and by name."
      />
    )
  const days = new Map<string, LogEntry[]>()
  for (const entry of entries) {
    const day = londonDay(Date.parse(entry.at))
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days].map(([day, some]) => (
    <section key={day}>
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading}>{longDay(day)}</h2>
      </div>
      <ul className={rowStyles.rows}>
        {some.map((entry) => (
          <LogEntryRow key={entry.id} entry={entry} isOne={isOne} />
        ))}
      </ul>
    </section>
  ))
}
