import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import {
  dateFormSchema,
  dateKinds,
  type DateKind,
  type DateInput,
} from '../../../domain/date-form.ts'
import { longDay } from '../../../domain/dates.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { createVersionDraftFormat } from '../../data/draft-format.ts'
import { useDraftForm } from '../../data/use-draft-form.ts'
import { useOnline } from '../../lib/connection.ts'
import { Button } from '../../ui/button.tsx'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DiscardDraftButton } from '../../ui/discard-draft.tsx'
import { dateKindStyles } from '../../features/dates/calendar-leaf.tsx'
import { WeeklyDaysSummary, findWeeklyDays, describeConflictingDate } from './free-days.tsx'
import { bindField } from '../../ui/bind-field.ts'
import type { DatesData, Series } from './queries.ts'
import { VenueField } from './venue-field.tsx'
import chipStyles from '../../ui/chip.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import styles from './dates.module.css'

/** Returns the defaults for a new date, taken from the latest series of its kind, if there is one. */
function usual(kind: DateKind, { series }: DatesData) {
  const last = series.find((one) => one.kind === kind)
  return {
    title: last?.isWeekly === true ? last.title : kind === 'market' ? 'Saturday market' : '',
    venue: last?.venue ?? '',
    from: last?.from ?? '18:00',
    to: last?.to ?? '22:00',
  }
}

/** The draft of a date, which need not be valid. */
const typedDate = v.object({
  kind: v.picklist(dateKinds),
  title: v.string(),
  venue: v.string(),
  day: v.string(),
  from: v.string(),
  to: v.string(),
  text: v.string(),
  isWeekly: v.boolean(),
  until: v.string(),
})
export const newDateDraft = createVersionDraftFormat<DateInput, DateInput>(typedDate, v.object({}))
export const seriesDraft = createVersionDraftFormat<DateInput, Series>(
  typedDate,
  v.object({ version: v.number() }),
)

interface AddDateProps {
  dates: DatesData
  close: () => void
}

export function AddDate(props: AddDateProps) {
  return (
    <Dialog title="Add a date" slab="cheddar" isOpen onClose={props.close}>
      <AddForm {...props} />
    </Dialog>
  )
}

function AddForm({ dates, close }: AddDateProps) {
  const [request] = useState(() => crypto.randomUUID())
  const { form, values, discard } = useDraftForm({
    name: 'date',
    format: newDateDraft,
    rules: dateFormSchema,
    row: {
      kind: 'pop-up',
      ...usual('pop-up', dates),
      text: '',
      day: '',
      isWeekly: false,
      until: '',
    },
    toValues: (date: DateInput) => date,
    isSnapshot: true,
  })
  const { kind, day, from, to, isWeekly, until } = values
  const isOnline = useOnline()
  const hours = { day, from, to }
  const weeks = isWeekly ? findWeeklyDays({ hours, until, dates }) : null
  const count = weeks === null ? 1 : weeks.weeks.length - weeks.taken.length
  const taken = isWeekly ? null : describeConflictingDate(hours, dates)
  const add = useDeskMutation({
    send: (typed: DateInput) =>
      unwrapResponse(client.rpc('desk_add_date', { p_date: typed, p_request: request })),
    invalidates: [['dates']],
    successToast: (typed) => {
      discard()
      close()
      return { text: `${typed.title}, ${longDay(typed.day)}: on Find us and in calendars.` }
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((typed) => add.mutate(typed))(event)}
    >
      <Kinds
        chosen={kind}
        choose={(next) => form.reset({ ...form.getValues(), ...usual(next, dates), kind: next })}
      />
      <Field label="Day" type="date" min={dates.today} {...bindField(form)('day')} />
      <HoursFields form={form} />
      <label className={fieldStyles.checkbox}>
        <input type="checkbox" {...form.register('isWeekly')} /> Every week
      </label>
      {isWeekly && <Until form={form} first={day} />}
      {weeks !== null && <WeeklyDaysSummary hours={hours} until={until} dates={dates} />}
      {taken !== null && <p className={fieldStyles.error}>{taken}</p>}
      <WordsFields form={form} dates={dates} />
      <Button type="submit" isWide disabled={add.isPending || !isOnline || count < 1}>
        {isOnline ? addWords(count, until) : 'Add · no signal'}
      </Button>
    </form>
  )
}

function addWords(count: number, until: string): string {
  if (until === '' && count > 1) return 'Add them, every week'
  return count > 1 ? `Add ${count} dates` : 'Add it'
}

interface ChangeDateProps extends AddDateProps {
  series: Series
}

/** Dialog that changes the description, hours and place of a date; for a weekly one, of all its weeks. */
export function ChangeDate({ series, dates, close }: ChangeDateProps) {
  const { slug, day, kind, title, isWeekly } = series
  const { form, isChanged, base, onConflict, discard } = useDraftForm({
    name: `date:${slug}`,
    format: seriesDraft,
    rules: dateFormSchema,
    row: series,
    toValues: ({ lines, ...rest }) => ({
      ...rest,
      text: lines.join('\n'),
      until: rest.until ?? '',
    }),
    isSnapshot: true,
  })
  const isOnline = useOnline()
  const [request] = useState(() => crypto.randomUUID())
  const leave = () => {
    discard()
    close()
  }
  const change = useDeskMutation({
    send: (typed: DateInput) =>
      unwrapResponse(
        client.rpc('desk_change_date', { p_slug: slug, p_date: typed, p_version: base.version }),
      ),
    invalidates: [['dates']],
    onConflict,
    conflictSchema: v.null(),
    successToast: (typed) => {
      leave()
      return { text: `${typed.title} changed.` }
    },
  })
  const removed = change.conflict?.input
  const addAgain = useDeskMutation({
    send: (typed: DateInput) =>
      unwrapResponse(client.rpc('desk_add_date', { p_date: typed, p_request: request })),
    invalidates: [['dates']],
    successToast: (typed) => {
      leave()
      return { text: `${typed.title} is on the website.` }
    },
  })
  return (
    <Dialog title={`Change ${title}`} isOpen onClose={close}>
      {isWeekly && (
        <p className={layoutStyles.spaceAboveSmall}>
          This changes every week. To change just one, use “Move…”.
        </p>
      )}
      <form
        className={layoutStyles.spaceAbove}
        noValidate
        onSubmit={(event) => void form.handleSubmit((typed) => change.mutate(typed))(event)}
      >
        <HoursFields form={form} />
        {isWeekly && <Until form={form} first={series.day} />}
        <WordsFields form={form} dates={dates} />
        <Button type="submit" isWide disabled={change.isPending || !isOnline}>
          {isOnline ? 'Save' : 'Save · no signal'}
        </Button>
        <DiscardDraftButton isTyped={isChanged} onPress={leave} />
      </form>
      {removed && (
        <ConflictDialog
          mine={removed.title}
          theirs={null}
          onClose={change.dismissConflict}
          onKeepTheirs={leave}
          onUseMine={() => addAgain.mutate({ ...removed, day, kind, isWeekly })}
        />
      )}
    </Dialog>
  )
}

function Kinds({ chosen, choose }: { chosen: DateKind; choose: (kind: DateKind) => void }) {
  return (
    <fieldset className={`${chipStyles.chips} ${styles.kinds}`}>
      <legend className={layoutStyles.visuallyHidden}>Kind</legend>
      {dateKinds.map((kind) => (
        <label
          key={kind}
          className={
            kind === chosen
              ? `${chipStyles.chip} ${styles.kind} ${chipStyles.on}`
              : `${chipStyles.chip} ${styles.kind}`
          }
        >
          <input
            type="radio"
            className={layoutStyles.visuallyHidden}
            name="kind"
            checked={kind === chosen}
            onChange={() => choose(kind)}
          />
          {kind === chosen && <Icon name="tick" small />}
          {dateKindStyles[kind].name}
        </label>
      ))}
    </fieldset>
  )
}

type Form = UseFormReturn<DateInput, unknown, DateInput>

function HoursFields({ form }: { form: Form }) {
  const field = bindField(form)
  return (
    <div className={fieldStyles.grid}>
      <Field label="From" type="time" {...field('from')} />
      <Field label="To" type="time" {...field('to')} />
    </div>
  )
}

function Until({ form, first }: { form: Form; first: string }) {
  const field = bindField(form)
  return (
    <Field
      label="Until"
      aside="leave empty for no end"
      type="date"
      min={first}
      {...field('until')}
    />
  )
}

/** Fields for the text on the pages, and for the place. */
function WordsFields({ form, dates }: { form: Form; dates: DatesData }) {
  const { control, setValue, formState } = form
  const field = bindField(form)
  const [venue, isWeekly] = useWatch({ control, name: ['venue', 'isWeekly'] })
  return (
    <div className={layoutStyles.spaceAbove}>
      <VenueField
        venues={dates.venues}
        value={venue}
        choose={(slug) => setValue('venue', slug, { shouldDirty: true, shouldValidate: true })}
        fault={formState.errors.venue?.message}
      />
      <Field label="What it is called" maxLength={80} {...field('title')} />
      <TextArea
        label={isWeekly ? 'What the website says, one line per week' : 'What the website says'}
        rows={isWeekly ? 5 : 2}
        {...field('text')}
      />
    </div>
  )
}
