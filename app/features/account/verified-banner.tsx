import { useSearchParams } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import { useSession } from './session.ts'
import iconButton from '../../ui/icon-button.module.css'
import styles from './verified-banner.module.css'

/** Confirms the email address to a signed-in user. Dismissing the banner removes `verified` from the URL. */
export function VerifiedBanner() {
  const [query, setQuery] = useSearchParams()
  const { user } = useSession()
  if (user === null) return null
  const dismiss = () => {
    query.delete('verified')
    setQuery(query, { replace: true, preventScrollReset: true })
  }
  return (
    <output className={styles.banner}>
      <div className={styles.inner}>
        <Mascot name="heart" className={styles.mascot} />
        <p>
          <b>Your e-mail is confirmed.</b> You’re signed in and stuck in the album for good.
        </p>
        <button
          type="button"
          aria-label="Dismiss"
          className={iconButton.iconButton}
          onClick={dismiss}
        >
          <Icon name="close" />
        </button>
      </div>
    </output>
  )
}
