import { longDay } from '../../../domain/dates.ts'
import { ask, client } from '../../client.ts'
import { useChange } from '../../changes.ts'
import { useOnline } from '../../online.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Evening, Series } from './read.ts'

interface RemoveDateProps {
  evening: Evening
  series: Series
  close: () => void
}

/** A single date goes for good; a weekly one ends before an evening. */
export function RemoveDate({ evening, series, close }: RemoveDateProps) {
  const { slug, version, title, isWeekly, day: first } = series
  const { planned } = evening
  const isOnline = useOnline()
  const isWhole = !isWeekly || planned === first
  const remove = useChange({
    send: () =>
      ask(
        client.rpc('desk_remove_date', {
          p_slug: slug,
          p_version: version,
          ...(isWeekly && { p_from: planned }),
        }),
      ),
    touches: [['dates']],
    done: () => {
      close()
      return {
        text: isWhole ? `${title} is removed.` : `${title} ends before ${longDay(planned)}.`,
      }
    },
  })
  return (
    <Dialog title={isWhole ? `Remove ${title}?` : `End ${title}?`} isOpen onClose={close}>
      <p className="mt0">
        {isWhole
          ? 'It goes from the pages and from calendars without a word. Whoever planned to come is not told: cancel it to say so. Cannot be undone.'
          : `From ${longDay(planned)} on there is none any more. What has been stays. “Change…” brings later weeks back.`}
      </p>
      <div className="btns mt">
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
