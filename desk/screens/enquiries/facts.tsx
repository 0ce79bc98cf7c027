import { useState } from 'react'
import { Link } from 'react-router'
import { longDay } from '../../../domain/dates.ts'
import { formatPence } from '../../../domain/money.ts'
import { useKeys } from '../../keys.ts'
import { Field } from '../../ui/field.tsx'
import { Status } from '../../ui/status.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { stageNames } from './board.tsx'
import { type Enquiry, type Stage, stages } from './enquiries.ts'
import { useTurn } from './move.ts'

/** Where an enquiry stands, its facts, and what only the desk sees. */
export function Facts({ enquiry }: { enquiry: Enquiry }) {
  return (
    <div>
      <StageList enquiry={enquiry} />
      <Kv enquiry={enquiry} />
      <Days enquiry={enquiry} />
      <Note enquiry={enquiry} />
    </div>
  )
}

function StageList({ enquiry: { id, name, stage } }: { enquiry: Enquiry }) {
  const turn = useTurn()
  const move = (to: Stage) => {
    if (to === stage) return
    const said = `${name}: ${stageNames[to]}. It was ${stageNames[stage]}.`
    turn({ id, field: 'stage', value: to, seen: stage, said })
  }
  useKeys(Object.fromEntries(stages.map((to, at) => [String(at + 1), () => move(to)])))
  return (
    <fieldset>
      <legend className="lab">Where it stands</legend>
      <div className="stage">
        {stages.map((to, at) => (
          <label key={to}>
            <input type="radio" name="stage" checked={to === stage} onChange={() => move(to)} />
            <Status of={to} />
            <span className="kbd only-l" aria-hidden="true">
              {at + 1}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Kv({ enquiry }: { enquiry: Enquiry }) {
  const { event_on: day, day_typed: typed, guest_count: guests, event_type: event } = enquiry
  const { quoted, email, orders_before: orders, business_name: firm } = enquiry
  const facts = [
    ['Date', day === null ? typed : <b>{longDay(day)}</b>],
    ['Guests', guests],
    ['Event', event],
    ['Business', firm],
    ['Quoted', quoted === null ? null : formatPence(quoted)],
    [
      'Before',
      <Link key="person" to={`/people/person#${encodeURIComponent(email)}`}>
        {orders === 0 ? 'No order yet' : orders === 1 ? '1 order' : `${orders} orders`}
      </Link>,
    ],
  ] as const
  return (
    <dl className="kv kv--l mt2">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="fact">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Days({ enquiry: { id, event_on: day, follow_up_on: followUp } }: { enquiry: Enquiry }) {
  const turn = useTurn()
  const said = (words: string, value: string) =>
    value === '' ? `${words}: none.` : `${words}: ${longDay(value)}.`
  return (
    <div className="g2 mt2">
      <Field
        label="Day of it"
        type="date"
        value={day ?? ''}
        onChange={({ currentTarget: { value } }) =>
          turn({ id, field: 'eventOn', value, seen: day ?? '', said: said('The day', value) })
        }
      />
      <Field
        label="Follow up on"
        type="date"
        value={followUp ?? ''}
        onChange={({ currentTarget: { value } }) =>
          turn({
            id,
            field: 'followUpOn',
            value,
            seen: followUp ?? '',
            said: said('Follow up', value),
          })
        }
      />
    </div>
  )
}

function Note({ enquiry: { id, note } }: { enquiry: Enquiry }) {
  const turn = useTurn()
  const [typed, type] = useState<string | null>(null)
  return (
    <TextArea
      label={
        <>
          Note <span className="sub">(only the desk sees this)</span>
        </>
      }
      className="desk-note"
      maxLength={4000}
      value={typed ?? note}
      onChange={({ currentTarget: { value } }) => type(value)}
      onBlur={() => {
        const value = typed?.trim()
        if (value !== undefined && value !== note)
          turn({ id, field: 'note', value, seen: note, said: 'The note is kept.' })
        type(null)
      }}
    />
  )
}
