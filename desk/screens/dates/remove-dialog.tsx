import { longDay } from '../../../domain/dates.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { useOnline } from '../../lib/connection.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Occurrence, Series } from './queries.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'

interface RemoveDateProps {
  occurrence: Occurrence
  series: Series
  close: () => void
}

/** Dialog that removes a single date for good, or ends a weekly one before an occurrence. */
export function RemoveDate({ occurrence, series, close }: RemoveDateProps) {
  const { slug, version, title, isWeekly, day: first } = series
  const { planned } = occurrence
  const isOnline = useOnline()
  const isWhole = !isWeekly || planned === first
  const remove = useDeskMutation({
    send: () =>
      unwrapResponse(
        client.rpc('desk_remove_date', {
          p_slug: slug,
          p_version: version,
          ...(isWeekly && { p_from: planned }),
        }),
      ),
    invalidates: [['dates']],
    successToast: () => {
      close()
      return {
        text: isWhole ? `${title} is removed.` : `${title} stops: none from ${longDay(planned)}.`,
      }
    },
  })
  return (
    <Dialog
      title={isWhole ? `Remove ${title}?` : `End ${title}?`}
      slab="coral"
      isOpen
      onClose={close}
    >
      <p className={layoutStyles.spaceAboveSmall}>
        {isWhole
          ? 'It disappears from the website and from calendars without a word, so nobody who planned to come will know. To tell them, cancel it instead. Cannot be undone.'
          : `There’ll be none from ${longDay(planned)} on. Past ones stay. To bring later weeks back, use “Change…”.`}
      </p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
        <Button disabled={remove.isPending || !isOnline} onClick={() => remove.mutate()}>
          {isOnline ? (isWhole ? 'Remove it' : 'End it') : 'Remove · no signal'}
        </Button>
        <Button look="quiet" onClick={close}>
          Keep it
        </Button>
      </div>
    </Dialog>
  )
}
