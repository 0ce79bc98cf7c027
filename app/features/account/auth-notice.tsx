import { Mascot } from '../../ui/mascot.tsx'
import { authErrorTitle } from './auth-messages.ts'
import styles from './auth-notice.module.css'

/** The destructive notice of a failed sign-in. */
export function AuthNotice({ message }: { message: string }) {
  return (
    <div className={styles.notice} role="alert">
      <Mascot name="garlic" className={styles.mascot} />
      <p>
        <b>{authErrorTitle}</b>
        {message}
      </p>
    </div>
  )
}

/** A mail is on its way. */
export function SentNotice({ title, text }: { title: string; text: string }) {
  return (
    <output className={styles.sent}>
      <Mascot name="heart" className={styles.mascot} />
      <b>{title}</b>
      {text}
    </output>
  )
}
