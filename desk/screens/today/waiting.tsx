import { Link } from 'react-router'
import { dayText } from '../../../domain/day-text.ts'
import { explainSmtpError } from '../../../domain/smtp-errors.ts'
import { formatPence } from '../../../domain/money.ts'
import { waitStartText, waitText } from '../../../domain/duration-text.ts'
import { useNow } from '../../lib/clock.ts'
import { useStaff } from '../../features/sign-in/session.tsx'
import type { TodaySummary } from '../../features/packing/today-query.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { IconRowContent } from '../../ui/icon-row-content.tsx'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'

interface Matter {
  title: string
  words: string
  count: number
  icon: IconName
  tint: string
  to: string
}

/** Other open work beside the parcels, each with a link; items with a count of 0 are hidden. */
export function OpenTasks({ today }: { today: TodaySummary }) {
  const { role } = useStaff()
  const list = role === 'owner' ? '/products' : '/stock'
  const matters = mattersOf(today, useNow(), list).filter(({ count }) => count > 0)
  if (matters.length === 0) return null
  return (
    <>
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading}>Also waiting</h2>
      </div>
      <ul className={rowStyles.rows}>
        {matters.map((matter) => (
          <li key={matter.title}>
            <Link className={rowStyles.row} to={matter.to}>
              <Words matter={matter} />
              <Icon name="on" small />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function Words({ matter: { title, words, count, icon, tint } }: { matter: Matter }) {
  return (
    <>
      <IconRowContent icon={icon} tint={tint} name={title} about={words} />
      <span className={rowStyles.count}>{count}</span>
    </>
  )
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'Europe/London' })

/** `list` is the path of the product list that the role may open. */
function mattersOf(today: TodaySummary, now: number, list: string): Matter[] {
  const {
    disputes,
    failedRefunds,
    toAnswer,
    followUps,
    stuckMail,
    boxPayments,
    runningLow,
    labels,
    stuck = [],
  } = today
  const [low, oldest] = [runningLow, toAnswer?.oldest]
  return [
    {
      title: 'Money a bank took back',
      words: disputes?.first ? disputeWords(disputes.first) : '',
      count: disputes?.count ?? 0,
      icon: 'warning',
      tint: 'blush',
      to:
        disputes?.first && disputes.count === 1
          ? `/orders/${disputes.first.number}`
          : '/orders?tab=disputed',
    },
    {
      title: 'Refunds that failed',
      words: failedRefunds?.first
        ? `${failedRefunds.first.number}: ${formatPence(failedRefunds.first.amount)} came back`
        : '',
      count: failedRefunds?.count ?? 0,
      icon: 'pound',
      tint: 'blush',
      to: failedRefunds?.first ? `/orders/${failedRefunds.first.number}` : '/orders',
    },
    {
      title: 'To answer',
      words: oldest
        ? `Oldest: ${[oldest.name, oldest.about, waitText(now - Date.parse(oldest.since))].filter(Boolean).join(', ')}`
        : '',
      count: toAnswer?.count ?? 0,
      icon: 'chat',
      tint: 'sky',
      to: '/enquiries',
    },
    {
      title: 'To follow up',
      words: followUps?.names.join(', ') ?? '',
      count: followUps?.count ?? 0,
      icon: 'calendar',
      tint: 'mint',
      to: '/enquiries',
    },
    {
      title: 'Mail that is stuck',
      words: stuckWords(stuckMail?.latest ?? null),
      count: stuckMail?.count ?? 0,
      icon: 'mail',
      tint: 'blush',
      to: '/mail',
    },
    {
      title: 'Box payments failed',
      words: [
        boxPayments?.names.join(', '),
        boxPayments?.retryAt && `asked again on ${weekday.format(new Date(boxPayments.retryAt))}`,
      ]
        .filter(Boolean)
        .join(' · '),
      count: boxPayments?.count ?? 0,
      icon: 'card',
      tint: 'peach',
      to: '/orders?tab=box-payments',
    },
    {
      title: 'Running low',
      words: low.first.map(({ name, stock }) => `${name} ${stock} left`).join(' · '),
      count: low.count,
      icon: 'low',
      tint: 'lilac',
      to: `${list}?state=low`,
    },
    {
      title: 'Labels incomplete',
      words: labels?.names.join(' · ') ?? '',
      count: labels?.count ?? 0,
      icon: 'warning',
      tint: 'peach',
      to: '/products?state=label-incomplete',
    },
    ...stuck.map(({ kind, amount, detail, since }) => ({
      ...works[kind],
      words: detail ?? (since ? `since ${waitStartText(since, now)}` : 'never made yet'),
      count: amount,
    })),
  ]
}

const works = {
  catalogue: { title: 'Out of step with the till', icon: 'jar', tint: 'butter', to: '/mail' },
  payments: { title: 'Payments set aside', icon: 'card', tint: 'blush', to: '/mail' },
  late_letters: { title: 'Mail that is late', icon: 'mail', tint: 'blush', to: '/mail' },
  balance: { title: 'Payouts not read', icon: 'pound', tint: 'butter', to: '/money' },
  backup: { title: 'Backup overdue', icon: 'save', tint: 'lilac', to: '/mail' },
} satisfies Record<string, Pick<Matter, 'title' | 'icon' | 'tint' | 'to'>>

/** Returns the text about an open dispute: '1048: £20.29, answer by 9 December 2026'. */
function disputeWords({
  number,
  amount,
  dueBy,
}: {
  number: number
  amount: number
  dueBy: string | null
}): string {
  const by = dueBy === null ? '' : `, answer by ${dayText(dueBy)}`
  return `${number}: ${formatPence(amount)}${by}`
}

/** Returns the text about a stuck email: "1048’s order confirmation: no such mailbox". */
function stuckWords(latest: NonNullable<TodaySummary['stuckMail']>['latest']): string {
  if (latest === null) return ''
  const kind = latest.template.replaceAll('_', ' ')
  const what = latest.number === null ? kind : `${latest.number}’s ${kind}`
  return latest.error === null ? what : `${what}: ${explainSmtpError(latest.error) ?? latest.error}`
}
