import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { londonDay, shortDay } from '../../../domain/dates.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Status } from '../../ui/status.tsx'
import { StageColumn, EnquiryRow, type SharedCardProps } from './cards.tsx'
import {
  type EnquiryCard,
  type EnquiryStage,
  enquiryStageNames,
  enquiryStages,
  useEnquiries,
  useTakenDays,
} from '../../features/enquiries/queries.ts'
import { useChangeEnquiry } from './move.ts'
import { isVisible } from '../../lib/is-visible.ts'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './enquiries.module.css'

/** The screen of all enquiries: a list by stage on phones, a board on laptops. */
export function Screen() {
  const enquiries = useEnquiries()
  return (
    <QueryBoundary query={enquiries} things="Enquiries">
      {(cards) => <Enquiries cards={cards} />}
    </QueryBoundary>
  )
}

function Enquiries({ cards }: { cards: EnquiryCard[] }) {
  const taken = useTakenDays(cards)
  const [now] = useState(Date.now)
  const [search] = useSearchParams()
  const chosen = enquiryStages.find((stage) => stage === search.get('stage')) ?? 'new'
  const inStage = (stage: EnquiryStage) => cards.filter((card) => card.stage === stage)
  const due = cards.filter(
    ({ is_due: isDue, stage }) => isDue && chosen === 'new' && stage !== 'new',
  )
  const move = useMove(cards)
  const shared = { taken, now }
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ...Object.fromEntries(
      enquiryStages.map((stage, at) => [String(at + 1), () => move(focusedCard(), stage)]),
    ),
  })
  return (
    <>
      <div className={layoutStyles.phoneOnly}>
        <Tabs
          label="Stages"
          all={enquiryStages.map((stage) => [stage, enquiryStageNames[stage]] as const)}
          at={chosen}
          to={(stage) => `?stage=${stage}`}
          count={(stage) => inStage(stage).length}
        />
        {due.length > 0 && <Due cards={due} {...shared} />}
        {inStage(chosen).length === 0 ? (
          <Nobody stage={chosen} isDone={chosen === 'new' && due.length === 0} />
        ) : (
          <ul className={rowStyles.rows}>
            {inStage(chosen).map((card) => (
              <li key={card.id}>
                <EnquiryRow card={card} {...shared} />
              </li>
            ))}
          </ul>
        )}
        <Next cards={cards} now={now} />
      </div>
      <div className={styles.board}>
        {enquiryStages.slice(0, 5).map((stage) => (
          <StageColumn key={stage} stage={stage} cards={inStage(stage)} move={move} {...shared} />
        ))}
      </div>
      {inStage('lost').length > 0 && (
        <details className={`${layoutStyles.laptopOnly} ${layoutStyles.spaceAboveLarge}`}>
          <summary className={textStyles.subheading}>Lost: {inStage('lost').length}</summary>
          <ul className={`${rowStyles.rows} ${layoutStyles.spaceAbove}`}>
            {inStage('lost').map((card) => (
              <li key={card.id}>
                <EnquiryRow card={card} {...shared} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** Enquiries of any stage that are due for a follow-up. */
function Due({ cards, ...shared }: SharedCardProps & { cards: EnquiryCard[] }) {
  return (
    <section aria-labelledby="due">
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading} id="due">
          To follow up
        </h2>
      </div>
      <ul className={rowStyles.rows}>
        {cards.map((card) => (
          <li key={card.id}>
            <EnquiryRow card={card} {...shared} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Nobody({ stage, isDone }: { stage: EnquiryStage; isDone: boolean }) {
  return isDone ? (
    <EmptyState
      mascot="garlic-shrug"
      title="Nobody is waiting"
      text="Every enquiry has an answer. Feet up."
    />
  ) : (
    <p className={`${textStyles.detail} ${layoutStyles.spaceAbove}`}>
      Nothing under {enquiryStageNames[stage]}.
    </p>
  )
}

function useMove(cards: EnquiryCard[]) {
  const changeEnquiry = useChangeEnquiry()
  return (id: string | undefined, stage: EnquiryStage) => {
    const card = cards.find((one) => one.id === id)
    if (card === undefined || card.stage === stage) return
    const said = `${card.name}: ${enquiryStageNames[stage]}. It was ${enquiryStageNames[card.stage]}.`
    changeEnquiry({ id: card.id, field: 'stage', value: stage, seen: card.stage, said })
  }
}

/** Returns the elements of the visible cards in their order on the page. */
function cardsShown(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-enquiry]')].filter(isVisible)
}

function focusedCard(): string | undefined {
  const { activeElement } = document
  return activeElement instanceof HTMLElement ? activeElement.dataset.enquiry : undefined
}

function step(by: number): void {
  const cards = cardsShown()
  const at = cards.findIndex((card) => card.dataset.enquiry === focusedCard())
  cards[Math.max(0, Math.min(cards.length - 1, at + by))]?.focus()
}

/** Shows the next event of a confirmed enquiry. */
function Next({ cards, now }: { cards: EnquiryCard[]; now: number }) {
  const today = londonDay(now)
  const [next] = cards
    .filter(({ stage, event_on: day }) => stage === 'confirmed' && day !== null && day >= today)
    .sort((one, other) => String(one.event_on).localeCompare(String(other.event_on)))
  if (next?.event_on == null) return null
  return (
    <div className={`${panelStyles.panel} ${layoutStyles.spaceAboveLarge}`}>
      <p className={textStyles.subheading}>Next with a date</p>
      <p className={layoutStyles.spaceAboveSmall}>
        {shortDay(next.event_on)} · {next.name}, {next.title} <Status of="confirmed" />
      </p>
    </div>
  )
}
