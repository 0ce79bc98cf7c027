import { useState } from 'react'
import { longDay } from '../../../domain/dates.ts'
import { useDraft } from '../../data/drafts.ts'
import { useEditBase } from '../../data/use-edit-base.ts'
import { useOnline } from '../../lib/connection.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useChangeOccurrence } from './changes.ts'
import type { DatesData, Occurrence } from './queries.ts'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'

interface CancelDateProps {
  occurrence: Occurrence
  dates: DatesData
  close: () => void
}

/** Dialog that cancels one occurrence: the website either marks it as cancelled or leaves it out. */
export function CancelDate({ occurrence, dates: { today, isBarFree }, close }: CancelDateProps) {
  const { title, kind, day, from, isWeekly } = occurrence
  const [isSaid, setSaid] = useState(true)
  const [isInBar, setInBar] = useState(true)
  const [words, setWords] = useDraft(`date:${occurrence.series} ${occurrence.planned}`)
  const isOnline = useOnline()
  const { base: seen, onConflict } = useEditBase(occurrence.seen)
  const act = useChangeOccurrence(() => {
    setWords('')
    close()
  }, onConflict)
  const isToday = day === today
  const when = from < '17:00' ? 'today' : 'tonight'
  const what = kind === 'taco' ? 'tacos' : title
  const weekday = longDay(day).split(' ')[0]
  return (
    <Dialog
      title={isToday ? `Cancel ${when}’s ${what}?` : `Cancel ${title}?`}
      slab="coral"
      isOpen
      onClose={close}
    >
      <p className={layoutStyles.spaceAboveSmall}>
        {longDay(day)}, {from}.{' '}
        {isSaid
          ? 'The website crosses it out and says “Cancelled”.'
          : 'The website leaves it out, as if it had never been planned.'}
        {isWeekly && ` Other ${weekday}s stay.`}
      </p>
      <label className={fieldStyles.checkbox}>
        <input
          type="checkbox"
          checked={isSaid}
          onChange={({ currentTarget: { checked } }) => setSaid(checked)}
        />{' '}
        Say so on the website and in calendars
      </label>
      {isSaid && isToday && isBarFree && (
        <label className={fieldStyles.checkbox}>
          <input
            type="checkbox"
            checked={isInBar}
            onChange={({ currentTarget: { checked } }) => setInBar(checked)}
          />{' '}
          Say so in the bar on every page, until midnight
        </label>
      )}
      {isSaid && (
        <Field
          label="Why (everybody sees this)"
          aside="if you like"
          maxLength={200}
          value={words}
          onChange={({ currentTarget: { value } }) => setWords(value)}
        />
      )}
      <div className={buttonStyles.group}>
        <Button
          disabled={act.isPending || !isOnline}
          onClick={() =>
            act.mutate({
              do: 'cancel',
              occurrence: { ...occurrence, seen },
              words: words.trim(),
              isQuiet: !isSaid,
              isInBar: isToday && isBarFree && isInBar,
            })
          }
        >
          {isOnline ? (isToday ? `Cancel ${when}` : 'Cancel it') : 'Cancel · no signal'}
        </Button>
        <Button look="quiet" onClick={close}>
          Keep it on
        </Button>
      </div>
    </Dialog>
  )
}
