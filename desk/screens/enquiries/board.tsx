import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { clashesOf, type Taken } from '../../../domain/clash.ts'
import { londonDay, shortDay } from '../../../domain/dates.ts'
import { formatPence } from '../../../domain/money.ts'
import { useKeys } from '../../keys.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { type Card, type Stage, stageNames, stages, useEnquiries, useTaken } from './enquiries.ts'
import { useTurn } from './move.ts'
import { ageOf, dayOf } from './words.ts'
import './enquiries.css'

/** All enquiries: a list by stage on phones, a board on laptops. */
export function Screen() {
  const enquiries = useEnquiries()
  return (
    <Loaded query={enquiries} things="Enquiries">
      {(cards) => <Enquiries cards={cards} />}
    </Loaded>
  )
}

function Enquiries({ cards }: { cards: Card[] }) {
  const taken = useTaken(cards)
  const [now] = useState(Date.now)
  const [search] = useSearchParams()
  const chosen = stages.find((stage) => stage === search.get('stage')) ?? 'new'
  const inStage = (stage: Stage) => cards.filter((card) => card.stage === stage)
  const move = useMove(cards)
  const shared = { taken, now }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ...Object.fromEntries(
      stages.map((stage, at) => [String(at + 1), () => move(focusedCard(), stage)]),
    ),
  })
  return (
    <>
      <nav className="tabs only-p" aria-label="Stages">
        {stages.map((stage) => (
          <Link
            key={stage}
            to={`?stage=${stage}`}
            replace
            aria-current={stage === chosen ? 'page' : undefined}
          >
            {stageNames[stage]} <i>{inStage(stage).length}</i>
          </Link>
        ))}
      </nav>
      <div className="only-p">
        {inStage(chosen).length === 0 ? (
          <Nobody stage={chosen} />
        ) : (
          <ul className="rows">
            {inStage(chosen).map((card) => (
              <li key={card.id}>
                <Row card={card} {...shared} />
              </li>
            ))}
          </ul>
        )}
        <Next cards={cards} now={now} />
      </div>
      <div className="board">
        {stages.slice(0, 5).map((stage) => (
          <Column key={stage} stage={stage} cards={inStage(stage)} move={move} {...shared} />
        ))}
      </div>
      {inStage('lost').length > 0 && (
        <details className="only-l mt2">
          <summary className="h3">Lost: {inStage('lost').length}</summary>
          <ul className="rows mt">
            {inStage('lost').map((card) => (
              <li key={card.id}>
                <Row card={card} {...shared} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Nobody({ stage }: { stage: Stage }) {
  return stage === 'new' ? (
    <Empty
      mascot="garlic-shrug"
      title="Nobody is waiting"
      text="Every enquiry has an answer. Feet up."
    />
  ) : (
    <p className="sub mt">None is {stageNames[stage].toLowerCase()}.</p>
  )
}

function useMove(cards: Card[]) {
  const turn = useTurn()
  return (id: string | undefined, stage: Stage) => {
    const card = cards.find((one) => one.id === id)
    if (card === undefined || card.stage === stage) return
    const said = `${card.name}: ${stageNames[stage]}. It was ${stageNames[card.stage]}.`
    turn({ id: card.id, field: 'stage', value: stage, seen: card.stage, said })
  }
}

/** The cards that can be seen, in their order. */
function cardsShown(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-enquiry]')].filter((card) =>
    card.checkVisibility(),
  )
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

interface Shared {
  taken: readonly Taken[]
  now: number
}

function Row({ card, ...shared }: Shared & { card: Card }) {
  return (
    <Link className="row" to={`/enquiries/${card.id}`} data-enquiry={card.id}>
      <span className="g">
        <span className="t">{card.name}</span>
        <span className="line">{card.title}</span>
        <span className="chips">
          {card.event_on ? <b>{shortDay(card.event_on)}</b> : <span className="sub">no date</span>}
          <Chips card={card} {...shared} />
        </span>
      </span>
      <span className="sub nw">{since(card, shared.now)}</span>
      <Icon name="on" small />
    </Link>
  )
}

function Chips({ card, taken, now }: Shared & { card: Card }) {
  const today = londonDay(now)
  return (
    <>
      {clashesOf(card, taken, today).length > 0 && <Status of="date-clash" />}
      {card.follow_up_on && card.stage !== 'done' && card.stage !== 'lost' && (
        <Status
          of="coming-soon"
          words={
            card.follow_up_on <= today
              ? 'Follow up now'
              : `Follow up ${shortDay(card.follow_up_on)}`
          }
        />
      )}
    </>
  )
}

function since({ stage, created_at: came, moved_at: moved }: Card, now: number): string {
  return stage === 'new' ? ageOf(came, now) : `since ${dayOf(moved)}`
}

interface ColumnProps extends Shared {
  stage: Stage
  cards: Card[]
  move: (id: string | undefined, stage: Stage) => void
}

const dragType = 'text/x-enquiry'

function Column({ stage, cards, move, ...shared }: ColumnProps) {
  return (
    <section
      aria-label={stageNames[stage]}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(dragType)) event.preventDefault()
      }}
      onDrop={(event) => move(event.dataTransfer.getData(dragType), stage)}
    >
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
            <span className="when">
              <Icon name="calendar" small />
              {shortDay(card.event_on)}
            </span>
          )}
          <span className="chips">
            <Chips card={card} {...shared} />
            <span className="fine">{since(card, shared.now)}</span>
          </span>
        </Link>
      ))}
    </section>
  )
}

/** What is confirmed and comes next. */
function Next({ cards, now }: { cards: Card[]; now: number }) {
  const today = londonDay(now)
  const [next] = cards
    .filter(({ stage, event_on: day }) => stage === 'confirmed' && day !== null && day >= today)
    .toSorted((one, other) => String(one.event_on).localeCompare(String(other.event_on)))
  if (next?.event_on == null) return null
  return (
    <div className="pan mt2">
      <p className="h3">Next with a date</p>
      <p className="mt0">
        {shortDay(next.event_on)} · {next.name}, {next.title} <Status of="confirmed" />
      </p>
    </div>
  )
}
