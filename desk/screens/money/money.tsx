import { Link, useSearchParams } from 'react-router'
import { isDay } from '../../../domain/dates.ts'
import { useCurrentDay } from '../../lib/clock.ts'
import {
  getNextPeriod,
  getPreviousPeriod,
  type Period,
  getPeriod,
  formatPeriod,
} from '../../../domain/money-period.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AccountantExport } from './accountant-export.tsx'
import { SalesByProduct } from './by-product.tsx'
import { Chart } from './chart.tsx'
import { DayOrders } from './day-orders.tsx'
import { PeriodSummary } from './period-summary.tsx'
import { Refunds } from './refunds.tsx'
import { getMoneyPath, type MoneyView } from './paths.ts'
import { useMoneyReport } from './queries.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './money.module.css'

const views = [
  ['day', 'Day'],
  ['month', 'Month'],
  ['year', 'Year'],
  ['products', 'Products'],
] as const satisfies (readonly [MoneyView, string])[]

/** The Money screen: money taken, refunds, and known fees. It shows no targets and no trends. */
export function Screen() {
  const [query] = useSearchParams()
  const today = useCurrentDay()
  const asked = query.get('at') ?? ''
  const view = views.find(([name]) => name === query.get('view'))?.[0] ?? 'month'
  const of = view === 'products' ? (query.get('of') === 'year' ? 'year' : 'month') : view
  const period = getPeriod(of, isDay(asked) ? asked : today)
  return (
    <>
      <Tabs
        all={views}
        at={view}
        to={(name) =>
          getMoneyPath(name, dayIn(period, today), name === 'products' ? of : undefined)
        }
      />
      {period.from > today ? (
        <EmptyState
          mascot="garlic-shrug"
          title={`${formatPeriod(period)} is still to come`}
          text="Money is counted on the day that it is paid."
        >
          <ButtonLink look="quiet" to={getMoneyPath(view, today, of)} replace>
            To {formatPeriod(getPeriod(of, today))}
          </ButtonLink>
        </EmptyState>
      ) : view === 'products' ? (
        <AllProducts period={period} today={today} />
      ) : (
        <Books period={period} today={today} />
      )}
    </>
  )
}

/** Returns the day to show when the view changes: today if it is in the period, or else the period's last day. */
const dayIn = ({ from, until }: Period, today: string): string =>
  from <= today && today <= until ? today : until

function Books({ period, today }: { period: Period; today: string }) {
  const { unit, from, until } = period
  const money = useMoneyReport(from, until, unit === 'year' ? 'month' : 'day')
  return (
    <div className={layoutStyles.columns}>
      <div>
        <PeriodPager period={period} today={today} view={unit} />
        <QueryBoundary query={money} things="Money">
          {(data) => (
            <>
              <PeriodSummary sums={data.sums} period={period} today={today} />
              {unit === 'day' ? (
                <DayOrders day={from} count={data.sums.orders} />
              ) : (
                <Chart rows={data.rows} period={period} today={today} />
              )}
              <Refunds period={period} total={data.sums.refunded + data.sums.takenBack} />
            </>
          )}
        </QueryBoundary>
      </div>
      <div>
        <SalesByProduct period={period} />
        <AccountantExport key={from} period={period} />
      </div>
    </div>
  )
}

function AllProducts({ period, today }: { period: Period; today: string }) {
  return (
    <>
      <PeriodPager period={period} today={today} view="products" />
      <SalesByProduct period={period} isAll />
    </>
  )
}

/** Heading with the name of the period, and links to the previous and the next period. */
function PeriodPager({ period, today, view }: { period: Period; today: string; view: MoneyView }) {
  const [older, newer] = [getPreviousPeriod(period), getNextPeriod(period)]
  const of = view === 'products' ? period.unit : undefined
  return (
    <div className={styles.turn}>
      <Link
        className={buttonStyles.iconButton}
        to={getMoneyPath(view, older.from, of)}
        replace
        aria-label={formatPeriod(older)}
      >
        <Icon name="back" />
      </Link>
      <h2 className={textStyles.heading}>
        {period.unit === 'day'
          ? formatPeriod(period).replace(` ${today.slice(0, 4)}`, '')
          : formatPeriod(period)}
      </h2>
      {newer.from > today ? (
        <span className={`${buttonStyles.iconButton} ${styles.turnOff}`} aria-hidden="true">
          <Icon name="on" />
        </span>
      ) : (
        <Link
          className={buttonStyles.iconButton}
          to={getMoneyPath(view, newer.from, of)}
          replace
          aria-label={formatPeriod(newer)}
        >
          <Icon name="on" />
        </Link>
      )}
    </div>
  )
}
