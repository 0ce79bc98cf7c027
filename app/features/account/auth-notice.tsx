import { Mascot } from '../../ui/mascot.tsx'
import { authErrorTitle } from './session-events.ts'
import styles from './auth-notice.module.css'

export function AuthNotice({ message }: { message: string }) {
  return (
    <div className={styles.notice} role="alert">
      <Mascot name="garlic" />
      <p>
        <b>{authErrorTitle}</b>
        {message}
      </p>
    </div>
  )
}

/**
 * Says that an email has been sent. It must be rendered before, with a null `text`: screen readers announce only text that is
 * inserted into an existing live region.
 */
export function EmailSentNotice({ title, text }: { title: string; text: string | null }) {
  return (
    <output>
      {text !== null && (
        <span className={styles.sent}>
          <Mascot name="heart" />
          <b>{title}</b>
          {text}
        </span>
      )}
    </output>
  )
}
