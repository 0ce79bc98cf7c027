import { useOnline } from '../../lib/connection.ts'
import { Button } from '../../ui/button.tsx'
import taskStyles from '../../features/navigation/task.module.css'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './form-footer.module.css'

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

export interface FormFooterProps {
  /** The time at which the draft was stored, in ms since 1970; null while nothing was changed. */
  savedAt: number | null
  isSold: boolean
  /** The number of missing details that prevent the product's sale. */
  gaps: number
  label: string
  isPending: boolean
  onPreview: () => void
  onSave: () => void
}

/** The footer with the actions of the product form. Publishing requires a connection; a draft stays on the device. */
export function FormFooter(props: FormFooterProps) {
  const { savedAt, isSold, gaps, label, isPending, onPreview, onSave } = props
  const isOnline = useOnline()
  const more = isOnline ? gaps > 0 && `${gaps} ${gaps === 1 ? 'gap' : 'gaps'}` : 'no signal'
  return (
    <div className={`${taskStyles.actionBar} ${styles.foot}`} data-action-bar="task">
      <small className={layoutStyles.laptopOnly}>
        {savedAt === null
          ? 'Changes show in the shop within seconds.'
          : `Draft saved ${clock.format(savedAt)}`}{' '}
        <kbd className={textStyles.key}>⌘ S</kbd>
      </small>
      {isSold ? (
        <Button look="quiet" onClick={onPreview}>
          Preview
        </Button>
      ) : (
        <Button look="quiet" disabled={isPending || !isOnline} onClick={onSave}>
          Save draft
        </Button>
      )}
      <button
        type="submit"
        className={more ? `${buttonStyles.button} ${buttonStyles.off}` : buttonStyles.button}
        disabled={isPending || !isOnline}
      >
        {more ? `${label} · ${more}` : label}
      </button>
    </div>
  )
}
