import { countdownText } from '../../../domain/duration-text.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { useNow } from '../../lib/clock.ts'
import { Icon } from '../../ui/icon.tsx'
import type { SentBatch } from '../../features/packing/parcels.ts'
import { useUndoSent } from '../../features/packing/undo-sent.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import toastStyles from '../../ui/toast.module.css'
import styles from './sent-lately.module.css'

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' })
/** Shows parcels that were marked as sent in the last ten minutes. Their emails are not sent yet, so one press unmarks them. */
export function RecentlySent({ presses }: { presses: readonly SentBatch[] }) {
  return presses.length > 0 && <Lines presses={presses} />
}

/** A separate component, so that its clock starts when the first parcels appear. */
function Lines({ presses }: { presses: readonly SentBatch[] }) {
  const now = useNow(1000)
  const undo = useUndoSent()
  const [latest] = presses
  useShortcuts({ 'Mod+z': () => latest && undo.mutate(latest) })
  return presses
    .filter(({ mailsAt }) => Date.parse(mailsAt) > now)
    .map((press) => (
      <div
        key={press.sentAt}
        data-undo
        className={`${toastStyles.toast} ${layoutStyles.spaceAboveLarge} ${styles.undo}`}
      >
        <span>
          <b>{wordsOf(press)}</b>
          <br />
          Mails go at {clock.format(new Date(press.mailsAt))} ·{' '}
          {countdownText(Date.parse(press.mailsAt) - now)} left
        </span>
        <button
          type="button"
          className={buttonStyles.textButton}
          disabled={undo.isPending}
          onClick={() => undo.mutate(press)}
        >
          <Icon name="undo" small />
          &nbsp;Undo
        </button>
      </div>
    ))
}

function wordsOf({ numbers, orders }: SentBatch): string {
  if (numbers.length === 0) return `Part of ${orders.join(', ')} is marked as sent.`
  const [only] = numbers
  return numbers.length === 1
    ? `Order ${only} is marked as sent.`
    : `${numbers.length} orders marked as sent.`
}
