import * as v from 'valibot'
import { longDay } from '../../../domain/dates.ts'
import { moveDateFormSchema, type MoveDateInput } from '../../../domain/date-form.ts'
import { createVersionDraftFormat } from '../../data/draft-format.ts'
import { useDraftForm } from '../../data/use-draft-form.ts'
import { useOnline } from '../../lib/connection.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useChangeOccurrence } from './changes.ts'
import { describeConflictingDate } from './free-days.tsx'
import { bindField } from '../../ui/bind-field.ts'
import type { DatesData, Occurrence } from './queries.ts'
import { VenueField } from './venue-field.tsx'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'

/** The draft of moving an occurrence, which may be invalid, with the version of the occurrence that it is based on. */
export const moveDraft = createVersionDraftFormat<MoveDateInput, Occurrence>(
  v.object({
    day: v.string(),
    from: v.string(),
    to: v.string(),
    venue: v.string(),
    words: v.string(),
  }),
  v.object({ seen: v.number() }),
)

interface MoveDateProps {
  occurrence: Occurrence
  dates: DatesData
  close: () => void
}

/** Dialog that moves one occurrence to another day, hour or place; the website shows both the old day and the new one. */
export function MoveDate({ occurrence, dates, close }: MoveDateProps) {
  const { title, planned, isWeekly } = occurrence
  const { form, values, base, onConflict, discard } = useDraftForm({
    name: `move:${occurrence.series} ${planned}`,
    format: moveDraft,
    rules: moveDateFormSchema,
    row: occurrence,
    toValues: ({ day, from, to, venue, words }) => ({ day, from, to, venue, words }),
    isSnapshot: true,
  })
  const { handleSubmit, setValue, formState } = form
  const field = bindField(form)
  const isOnline = useOnline()
  const leave = () => {
    discard()
    close()
  }
  const act = useChangeOccurrence(leave, onConflict)
  const taken = describeConflictingDate(values, dates, occurrence)
  return (
    <Dialog title={`Move ${title}`} isOpen onClose={close}>
      <p className={layoutStyles.spaceAboveSmall}>
        Planned for {longDay(planned)}. The website says where it has gone.
        {isWeekly && ' Other weeks stay.'}
      </p>
      <form
        className={layoutStyles.spaceAbove}
        noValidate
        onSubmit={(event) =>
          void handleSubmit((move) =>
            act.mutate({ do: 'move', occurrence: { ...occurrence, seen: base.seen }, to: move }),
          )(event)
        }
      >
        <Field label="New day" type="date" min={dates.today} {...field('day')} />
        <div className={fieldStyles.grid}>
          <Field label="From" type="time" {...field('from')} />
          <Field label="To" type="time" {...field('to')} />
        </div>
        <VenueField
          venues={dates.venues}
          value={values.venue}
          choose={(slug) => setValue('venue', slug, { shouldDirty: true, shouldValidate: true })}
          fault={formState.errors.venue?.message}
        />
        <Field
          label="Why (everybody sees this)"
          aside="if you like"
          maxLength={200}
          {...field('words')}
        />
        {taken !== null && <p className={fieldStyles.error}>{taken}</p>}
        <div className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
          <Button type="submit" disabled={act.isPending || !isOnline}>
            {isOnline ? 'Move it' : 'Move · no signal'}
          </Button>
          <Button look="quiet" onClick={leave}>
            Leave it there
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
