import { Fragment, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { dateKinds } from '../../../domain/date-form.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ActionBar } from '../../features/navigation/task.tsx'
import { AddDate, ChangeDate } from './date-dialog.tsx'
import { dateKindStyles } from '../../features/dates/calendar-leaf.tsx'
import {
  OccurrenceRow,
  type DateRow,
  getDateRows,
  OpenSeriesFormContext,
  PrivateEventRow,
} from './occurrence-row.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { type DatesData, type Series, useDates } from './queries.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './dates.module.css'

/** The number of rows that are shown at first, because a weekly date has many rows in a year. */
const shownAtFirst = 14

/** The screen of the dates that the Find us page and the calendars show, upcoming and past. */
export function Screen() {
  const dates = useDates()
  return (
    <QueryBoundary query={dates} things="Dates">
      {(data) => <AllDates dates={data} />}
    </QueryBoundary>
  )
}

function AllDates({ dates }: { dates: DatesData }) {
  const [search] = useSearchParams()
  const [changing, setChanging] = useState<Series | null>(null)
  const kind = dateKinds.find((one) => one === search.get('kind')) ?? null
  const lines = getDateRows(dates).filter((line) => kind === null || line.kind === kind)
  const past = lines.filter(({ day }) => day < dates.today).reverse()
  const coming = lines.filter(({ day }) => day >= dates.today)
  return (
    <OpenSeriesFormContext value={setChanging}>
      <div className={layoutStyles.columns}>
        <div>
          <Tabs
            label="Kinds"
            all={[['', 'All'], ...kinds]}
            at={kind ?? ''}
            to={(kind) => (kind === '' ? '?' : `?kind=${kind}`)}
          />
          {coming.length === 0 ? (
            <EmptyState
              mascot="garlic-shrug"
              title="Nothing in the diary"
              text="Put the next one in."
            />
          ) : (
            <Coming lines={coming} dates={dates} />
          )}
          {past.length > 0 && (
            <details className={styles.past}>
              <summary className={buttonStyles.textButton}>Been and gone</summary>
              <ul className={`${rowStyles.rows} ${layoutStyles.spaceAbove}`}>
                {past.map((line) => (
                  <LineRow key={line.id} line={line} dates={dates} isPast />
                ))}
              </ul>
            </details>
          )}
        </div>
        <div>
          <div className={layoutStyles.laptopOnly}>
            <MonthCalendar lines={getDateRows(dates)} today={dates.today} />
          </div>
          <div className={`${panelStyles.panel} ${panelStyles.outlined}`}>
            <p className={textStyles.heading}>Announcement bar</p>
            <p className={layoutStyles.spaceAboveSmall}>
              <Link className={buttonStyles.textButton} to="/words">
                Put a line on top of every page
              </Link>
            </p>
          </div>
        </div>
      </div>
      <Add dates={dates} />
      {changing && (
        <ChangeDate
          series={dates.series.find(({ slug }) => slug === changing.slug) ?? changing}
          dates={dates}
          close={() => setChanging(null)}
        />
      )}
    </OpenSeriesFormContext>
  )
}

/** A separate component, so that opening its dialog does not render the list again. */
function Add({ dates }: { dates: DatesData }) {
  const [isAdding, setAdding] = useState(false)
  useShortcuts({ n: () => setAdding(true) })
  return (
    <>
      <ActionBar isOver>
        <Button onClick={() => setAdding(true)}>
          <Icon name="plus" small /> Add a date
        </Button>
      </ActionBar>
      {isAdding && <AddDate dates={dates} close={() => setAdding(false)} />}
    </>
  )
}

const kinds = dateKinds.map((kind) => {
  const { name, tint } = dateKindStyles[kind]
  const dot = <span className={styles.dot} style={{ '--k': `var(--${tint})` }} />
  return [
    kind,
    <Fragment key={kind}>
      {dot} {name}
    </Fragment>,
  ] as const
})

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

function Coming({ lines, dates }: { lines: DateRow[]; dates: DatesData }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? lines : lines.slice(0, shownAtFirst)
  const months = [...new Set(shown.map(({ day }) => day.slice(0, 7)))]
  const next = lines.find(
    ({ occurrence }) => occurrence?.state === 'on' || occurrence?.state === 'moved',
  )
  return (
    <>
      {months.map((month) => (
        <section key={month} aria-labelledby={`month-${month}`}>
          <h2 className={`${textStyles.subheading} ${styles.month}`} id={`month-${month}`}>
            {monthName.format(new Date(`${month}-01`))}
            {!month.startsWith(dates.today.slice(0, 4)) && ` ${month.slice(0, 4)}`}
          </h2>
          <ul className={rowStyles.rows}>
            {shown
              .filter(({ day }) => day.startsWith(month))
              .map((line) => (
                <LineRow key={line.id} line={line} dates={dates} isNext={line === next} />
              ))}
          </ul>
        </section>
      ))}
      {shown.length < lines.length && (
        <button type="button" className={buttonStyles.textButton} onClick={() => setWhole(true)}>
          Show all {lines.length}
        </button>
      )}
    </>
  )
}

interface LineRowProps {
  line: DateRow
  dates: DatesData
  isNext?: boolean
  isPast?: boolean
}

function LineRow({ line, dates, isNext = false, isPast = false }: LineRowProps) {
  return (
    <li>
      {line.occurrence === null ? (
        <PrivateEventRow line={line} />
      ) : (
        <OccurrenceRow occurrence={line.occurrence} dates={dates} isNext={isNext} isPast={isPast} />
      )}
    </li>
  )
}
