import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { findDateConflicts, type TakenDay } from '../../../domain/date-conflicts.ts'
import { londonDay, shortDay } from '../../../domain/dates.ts'
import { formatPence } from '../../../domain/money.ts'
import { waitText } from '../../../domain/duration-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Status } from '../../ui/status.tsx'
import {
  type EnquiryCard,
  type EnquiryStage,
  enquiryStageNames,
} from '../../features/enquiries/queries.ts'
import { formatLondonDay } from './formats.ts'
import chipStyles from '../../ui/chip.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './enquiries.module.css'

/** Props that all cards share. */
export interface SharedCardProps {
  taken: readonly TakenDay[]
  now: number
}

export function EnquiryRow({ card, ...shared }: SharedCardProps & { card: EnquiryCard }) {
  return (
    <Link className={rowStyles.row} to={`/enquiries/${card.id}`} data-enquiry={card.id}>
      <span className={rowStyles.main}>
        <span className={rowStyles.title}>{card.name}</span>
        <span className={styles.eventTitle}>{card.title}</span>
        <span className={`${chipStyles.chips} ${styles.chips}`}>
          {card.event_on ? (
            <b>{shortDay(card.event_on)}</b>
          ) : (
            <span className={rowStyles.detail}>no date</span>
          )}
          <Chips card={card} {...shared} />
        </span>
      </span>
      <span className={`${rowStyles.detail} ${textStyles.noWrap}`}>{since(card, shared.now)}</span>
      <Icon name="on" small />
    </Link>
  )
}

function Chips({ card, taken, now }: SharedCardProps & { card: EnquiryCard }) {
  const today = londonDay(now)
  const followUpOn = card.follow_up_on ?? ''
  const isToCome = followUpOn >= today && card.stage !== 'done' && card.stage !== 'lost'
  return (
    <>
      {findDateConflicts(card, taken, today).length > 0 && <Status of="date-clash" />}
      {card.is_due ? (
        <Status of="coming-soon" words="Follow up now" />
      ) : (
        isToCome && <Status of="coming-soon" words={`Follow up ${shortDay(followUpOn)}`} />
      )}
    </>
  )
}

function since({ stage, created_at: came, moved_at: moved }: EnquiryCard, now: number): string {
  return stage === 'new' ? waitText(now - Date.parse(came)) : `since ${formatLondonDay(moved)}`
}

interface StageColumnProps extends SharedCardProps {
  stage: EnquiryStage
  cards: EnquiryCard[]
  move: (id: string | undefined, stage: EnquiryStage) => void
}

const dragType = 'text/x-enquiry'

/** Makes an element a drop target for cards. */
function useDrop(take: (id: string) => void) {
  const column = useRef<HTMLElement>(null)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes(dragType)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      latest.current(event.dataTransfer?.getData(dragType) ?? '')
    }
    const listening = new AbortController()
    column.current?.addEventListener('dragover', over, listening)
    column.current?.addEventListener('drop', drop, listening)
    return () => listening.abort()
  }, [])
  return column
}

export function StageColumn({ stage, cards, move, ...shared }: StageColumnProps) {
  const column = useDrop((id) => move(id, stage))
  return (
    <section aria-label={enquiryStageNames[stage]} ref={column}>
      <h2>
        <Status of={stage} />
        <span>{cards.length}</span>
      </h2>
      {cards.map((card) => (
        <Link
          key={card.id}
          to={`/enquiries/${card.id}`}
          data-enquiry={card.id}
          onDragStart={(event) => event.dataTransfer.setData(dragType, card.id)}
        >
          <b>{card.name}</b>
          <br />
          {card.title}
          {card.quoted !== null && ` · ${formatPence(card.quoted)}`}
          {card.event_on && (
            <span className={styles.day}>
              <Icon name="calendar" small />
              {shortDay(card.event_on)}
            </span>
          )}
          <span className={`${chipStyles.chips} ${styles.chips}`}>
            <Chips card={card} {...shared} />
            <span className={textStyles.fine}>{since(card, shared.now)}</span>
          </span>
        </Link>
      ))}
    </section>
  )
}
