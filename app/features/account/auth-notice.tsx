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

/** A mail is on its way. With `text` null nothing is to be seen yet: what comes into a page later is read out. */
export function SentNotice({ title, text }: { title: string; text: string | null }) {
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
