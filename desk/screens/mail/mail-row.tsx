import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import {
  getEmailFault,
  type Mail,
  getEmailName,
  getEmailStatusText,
} from '../../features/emails/queries.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './mail.module.css'

interface MailRowProps {
  mail: Mail
  open: () => void
  again: () => void
}

/** An email: its recipient, its kind, its delivery, and its actions. */
export function MailRow({ mail, open, again }: MailRowProps) {
  const fault = getEmailFault(mail)
  return (
    <li className={styles.row}>
      <div className={styles.rowWords}>
        <p className={styles.title}>
          {getEmailName(mail)}
          {mail.state === 'stuck' && <Status of="stuck" />}
        </p>
        <p className={textStyles.detail}>
          {mail.to} · {getEmailStatusText(mail)}
        </p>
        {fault && (
          <p className={mail.state === 'called-off' ? textStyles.detail : styles.fault}>
            {fault.plain}
            {fault.said !== null && (
              <span className={`${textStyles.fine} ${styles.faultDetail}`}>
                It said: {fault.said}
              </span>
            )}
          </p>
        )}
      </div>
      <div className={buttonStyles.group}>
        {mail.isKey ? (
          <span className={textStyles.fine}>For its reader alone</span>
        ) : (
          <button type="button" className={buttonStyles.textButton} onClick={open}>
            Open<span className={layoutStyles.visuallyHidden}> {getEmailName(mail)}</span>
          </button>
        )}
        {mail.number != null && (
          <Link className={buttonStyles.textButton} to={`/orders/${mail.number}`}>
            Order {mail.number}
          </Link>
        )}
        {canRetry(mail) && (
          <Button look="quiet" onClick={again}>
            Try again
          </Button>
        )}
      </div>
    </li>
  )
}

/** Returns false for an email that waits for its first attempt or can still be undone: it cannot be retried yet. */
function canRetry({ state, error }: Mail): boolean {
  return state === 'stuck' || (state === 'waiting' && error !== null)
}
