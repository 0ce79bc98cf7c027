import { copyText } from '../../ui/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { SendResult } from './mutations.ts'
import textStyles from '../../ui/text.module.css'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import styles from './send.module.css'

interface HalfSentProps extends Pick<SendResult, 'sent'> {
  refused: readonly Pick<SendResult['refused'][number], 'number' | 'message'>[]
  /** The number of parcels for which the button was pressed, including those that have been sent meanwhile. */
  pressed: number
  retry: () => void
}

/** Shown when only some parcels could be marked as sent: lists the refused ones, with the reason and the next step. */
export function PartiallySent({ sent, refused, pressed, retry }: HalfSentProps) {
  if (refused.length === 0) return null
  const numbers = refused.map(({ number }) => number).join(', ')
  const facts = refused.map(({ number, message }) => `${number}: ${message}`).join('\n')
  return (
    <div className={`${panelStyles.panel} ${panelStyles.bad} ${styles.notice}`} role="alert">
      <p className={`${textStyles.heading} ${panelStyles.badTitle}`}>
        <Icon name="warning" /> {sent.length} of {pressed} are marked as sent
      </p>
      <p className={layoutStyles.spaceAboveSmall}>
        {numbers} {refused.length === 1 ? 'is' : 'are'} not, and no mail went for{' '}
        {refused.length === 1 ? 'it' : 'them'}. Nothing is doubled if you press again.
      </p>
      <ul className={layoutStyles.spaceAboveSmall}>
        {refused.map(({ number, message }) => (
          <li key={number}>{message}</li>
        ))}
      </ul>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
        <Button look="quiet" onClick={retry}>
          Try again
        </Button>
        <button
          type="button"
          className={buttonStyles.textButton}
          onClick={() => void copyText(facts, 'Copied.')}
        >
          Copy for support
        </button>
      </div>
    </div>
  )
}
