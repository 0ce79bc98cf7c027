import { Button } from '../../ui/button.tsx'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './recovery-codes.module.css'

/** Shows the recovery codes, which open the desk when the phone is gone. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <>
      <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
        Write them down or print them, and keep them away from the phone. Each opens the desk once.
        They are shown this once.
      </p>
      <ul
        data-print-alone
        className={`${panelStyles.panel} ${panelStyles.outlined} ${layoutStyles.spaceAbove} ${styles.codes} ${textStyles.teletype}`}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className={`${buttonStyles.group} ${styles.actions} ${layoutStyles.spaceAboveLarge}`}>
        <Button look="quiet" onClick={() => print()}>
          Print
        </Button>
        <Button onClick={onDone}>I have them</Button>
      </p>
    </>
  )
}
