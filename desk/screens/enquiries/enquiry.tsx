import { useNavigate, useParams } from 'react-router'
import {
  findDateConflicts,
  findNextFreeDay,
  type TakenDay,
} from '../../../domain/date-conflicts.ts'
import { longDay } from '../../../domain/dates.ts'
import { useCurrentDay } from '../../lib/clock.ts'
import { formatPence } from '../../../domain/money.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { TaskHeader } from '../../features/navigation/task.tsx'
import {
  type Enquiry,
  type EnquiryLetter,
  useEnquiries,
  useEnquiry,
  useTakenDays,
} from '../../features/enquiries/queries.ts'
import { EnquiryFacts } from './facts.tsx'
import { Reply } from './reply.tsx'
import { formatDayAndTime } from './formats.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './enquiries.module.css'

/** The screen of one enquiry: the request, conflicting dates, the correspondence, and its stage. */
export function Screen() {
  const { id = '' } = useParams()
  const enquiry = useEnquiry(id)
  return (
    <QueryBoundary query={enquiry} things="The enquiry">
      {(found) =>
        found === null ? (
          <EmptyState
            mascot="garlic-shrug"
            title="Not here any more"
            text="It was erased, or is older than two years."
          />
        ) : (
          <One key={id} enquiry={found} />
        )
      }
    </QueryBoundary>
  )
}

const telephone = (typed: string) => `tel:${typed.replace(/[^+\d]/g, '')}`

const from = { catering: 'Proud Catering', consultancy: 'Consultancy' }

function One({ enquiry }: { enquiry: Enquiry }) {
  const cards = useEnquiries().data ?? []
  const taken = useTakenDays(cards)
  const today = useCurrentDay()
  const navigate = useNavigate()
  useShortcuts({
    j: () => {
      const alike = cards.filter(({ stage }) => stage === enquiry.stage)
      const next = alike[alike.findIndex(({ id }) => id === enquiry.id) + 1]
      if (next) void navigate(`/enquiries/${next.id}`)
    },
  })
  return (
    <>
      <TaskHeader title={enquiry.name}>
        {enquiry.phone && (
          <a
            className={`${buttonStyles.iconButton} ${layoutStyles.phoneOnly}`}
            href={telephone(enquiry.phone)}
            aria-label={`Ring ${enquiry.phone}`}
          >
            <Icon name="phone" />
          </a>
        )}
      </TaskHeader>
      <div className={layoutStyles.columns}>
        <div>
          <h2 className={textStyles.title}>{enquiry.title}</h2>
          <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
            {from[enquiry.kind]} · came {formatDayAndTime(enquiry.created_at)} · {enquiry.reference}
          </p>
          <DateConflicts
            day={enquiry.event_on}
            conflicts={findDateConflicts(enquiry, taken, today)}
            free={enquiry.event_on === null ? null : findNextFreeDay(enquiry.event_on, taken)}
          />
          <div className={`${styles.message} ${layoutStyles.spaceAbove}`}>
            <p>
              <b>{enquiry.name}</b> <span className={textStyles.detail}>{enquiry.email}</span>
              {enquiry.phone && (
                <>
                  {' · '}
                  <a className={buttonStyles.textButton} href={telephone(enquiry.phone)}>
                    {enquiry.phone}
                  </a>
                </>
              )}
            </p>
            <p className={styles.text}>{enquiry.message}</p>
          </div>
          {enquiry.letters.map((letter) => (
            <Ours key={letter.id} letter={letter} />
          ))}
          <Reply enquiry={enquiry} today={today} />
        </div>
        <EnquiryFacts enquiry={enquiry} />
      </div>
    </>
  )
}

function DateConflicts({
  day,
  conflicts,
  free,
}: {
  day: string | null
  conflicts: TakenDay[]
  free: string | null
}) {
  if (day === null || conflicts.length === 0) return null
  return (
    <div className={`${panelStyles.panel} ${panelStyles.bad} ${layoutStyles.spaceAbove}`}>
      <p className={`${textStyles.subheading} ${styles.taken}`}>
        <Icon name="warning" /> {longDay(day)} is taken
      </p>
      {conflicts.map(({ title, hours }) => (
        <p key={title} className={layoutStyles.spaceAboveSmall}>
          You have <b>{hours === null ? title : `${title}, ${hours}`}</b>.
        </p>
      ))}
      {free && <p className={layoutStyles.spaceAboveSmall}>{longDay(free)} is free.</p>}
    </div>
  )
}

function Ours({ letter: { at, by, text, quote } }: { letter: EnquiryLetter }) {
  return (
    <div className={`${styles.message} ${styles.ours} ${layoutStyles.spaceAbove}`}>
      <p>
        <b>{by}</b> <span className={textStyles.detail}>{formatDayAndTime(at)}</span>
      </p>
      <p className={styles.text}>{text}</p>
      {quote && (
        <p>
          Quote: <b>{formatPence(quote.total)}</b>, good until {longDay(quote.validUntil)}
        </p>
      )}
    </div>
  )
}
