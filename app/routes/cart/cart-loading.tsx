import { business, phoneText } from '../../../domain/business.ts'
import { mailLink } from '../../ui/mail-link.ts'
import styles from './cart.module.css'

/** What stands there until the page comes alive, and for good without JavaScript. */
export function CartLoading() {
  return (
    <div className={styles.loading}>
      <p className={styles.wait}>Loading your cart...</p>
      <noscript>
        <p>
          The cart needs JavaScript: what you have chosen is kept in your browser until you pay.
          Please switch it on for this site. You can read about everything we sell without it, and
          to order it, ring <a href={`tel:${business.phone}`}>{phoneText}</a> or{' '}
          <a href={mailLink(business.email, 'An order')}>e-mail us</a>.
        </p>
      </noscript>
    </div>
  )
}
