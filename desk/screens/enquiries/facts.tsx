import { useState } from 'react'
import { Link } from 'react-router'
import { type Day, longDay } from '../../../domain/dates.ts'
import { formatPence } from '../../../domain/money.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Field } from '../../ui/field.tsx'
import { Status } from '../../ui/status.tsx'
import { NoteField } from '../../features/notes/note-field.tsx'
import { personPath } from '../../features/people/queries.ts'
import {
  type Enquiry,
  type EnquiryStage,
  enquiryStageNames,
  enquiryStages,
} from '../../features/enquiries/queries.ts'
import { useChangeEnquiry } from './move.ts'
import buttonStyles from '../../ui/button.module.css'
import choiceListStyles from '../../ui/choice-list.module.css'
import definitionListStyles from '../../ui/definition-list.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './enquiries.module.css'

/** The stage of an enquiry, its facts, and the internal note. */
export function EnquiryFacts({ enquiry }: { enquiry: Enquiry }) {
  return (
    <div>
      <StageList enquiry={enquiry} />
      <FactList enquiry={enquiry} />
      <Days enquiry={enquiry} />
      <Note enquiry={enquiry} />
    </div>
  )
}

function StageList({ enquiry: { id, name, stage } }: { enquiry: Enquiry }) {
  const changeEnquiry = useChangeEnquiry()
  const move = (to: EnquiryStage) => {
    if (to === stage) return
    const said = `${name}: ${enquiryStageNames[to]}. It was ${enquiryStageNames[stage]}.`
    changeEnquiry({ id, field: 'stage', value: to, seen: stage, said })
  }
  useShortcuts(Object.fromEntries(enquiryStages.map((to, at) => [String(at + 1), () => move(to)])))
  return (
    <fieldset>
      <legend className={fieldStyles.label}>Where it stands</legend>
      <div className={`${choiceListStyles.choices} ${styles.stages}`}>
        {enquiryStages.map((to, at) => (
          <label key={to}>
            <input type="radio" name="stage" checked={to === stage} onChange={() => move(to)} />
            <Status of={to} />
            <span
              className={`${textStyles.key} ${styles.stageKey} ${layoutStyles.laptopOnly}`}
              aria-hidden="true"
            >
              {at + 1}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function FactList({ enquiry }: { enquiry: Enquiry }) {
  const { event_on: day, day_typed: typed, guest_count: guests, event_type: event } = enquiry
  const { quoted, email, orders_before: orders, business_name: firm } = enquiry
  const facts = [
    ['Date', day === null ? typed : <b key="day">{longDay(day)}</b>],
    ['Guests', guests],
    ['Event', event],
    ['Business', firm],
    ['Quoted', quoted === null ? null : formatPence(quoted)],
    [
      'Before',
      <Link key="person" className={buttonStyles.textButton} to={personPath(email)}>
        {orders === 0 ? 'No order yet' : orders === 1 ? '1 order' : `${orders} orders`}
      </Link>,
    ],
  ] as const
  return (
    <dl
      className={`${definitionListStyles.list} ${definitionListStyles.alignStart} ${styles.facts} ${layoutStyles.spaceAboveLarge}`}
    >
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className={definitionListStyles.pair}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Days({ enquiry: { id, event_on: day, follow_up_on: followUp } }: { enquiry: Enquiry }) {
  const changeEnquiry = useChangeEnquiry()
  const formatToast = (label: string, value: string) =>
    value === '' ? `${label}: none.` : `${label}: ${longDay(value)}.`
  return (
    <div className={layoutStyles.spaceAboveLarge}>
      <DayField
        label="Day of the event"
        day={day}
        change={(value, seen) =>
          changeEnquiry({ id, field: 'eventOn', value, seen, said: formatToast('The day', value) })
        }
      />
      <DayField
        label="Follow up on"
        day={followUp}
        change={(value, seen) =>
          changeEnquiry({
            id,
            field: 'followUpOn',
            value,
            seen,
            said: formatToast('Follow up', value),
          })
        }
      />
    </div>
  )
}

interface DayFieldProps {
  label: string
  day: Day | null
  /**
   * Saves the day; '' removes it. `seen` is the saved day that the field showed before the change, or '': the server reports a
   * conflict if somebody else has saved another day since.
   */
  change: (day: string, seen: string) => void
}

/** Date field that saves only days from 2000 to 2999: while a year is being typed, the value is a date in a year such as 0002. */
function DayField({ label, day, change }: DayFieldProps) {
  const [typed, type] = useState<string | null>(null)
  return (
    <Field
      label={label}
      type="date"
      min="2000-01-01"
      max="2999-12-31"
      value={typed ?? day ?? ''}
      onChange={({ currentTarget: { value, validity } }) => {
        type(value)
        if (validity.valid && value !== (day ?? '')) change(value, day ?? '')
      }}
      onBlur={() => type(null)}
    />
  )
}

function Note({ enquiry: { id, note } }: { enquiry: Enquiry }) {
  return (
    <NoteField
      key={id}
      about={`enquiry:${id}`}
      note={note}
      send={(text, seen) =>
        unwrapResponse(
          client.rpc('desk_change_enquiry', {
            p_id: id,
            p_field: 'note',
            p_value: text,
            p_seen: seen,
          }),
        )
      }
      touches={[['enquiries']]}
    />
  )
}
