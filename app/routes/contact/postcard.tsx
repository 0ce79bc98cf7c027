import { business } from '../../../domain/business.ts'
import { desks } from '../../content/contact.ts'
import { mailLink } from '../../features/enquiries/mail-link.ts'
import { ButtonAnchor } from '../../ui/button.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import { pattern } from '../../ui/pattern.ts'
import styles from './postcard.module.css'

/** The back of a postcard: the message on the left, the addresses on the right, a stamp in the corner. */
export function Postcard() {
  return (
    <section className={`${pattern('zigzag')} ${styles.hero}`} aria-labelledby="contact">
      <div className="wrap">
        <div className={styles.card}>
          <div className={styles.message}>
            <h1 className="h1" id="contact">
              Contact
            </h1>
            <p className="marker">Dear {business.tradingName},</p>
            <p className={`lead ${styles.text}`}>
              That is how they all begin. We read every one, answer within two working days, and
              keep the ones with drawings.
            </p>
            <ButtonAnchor href={mailLink(business.email, 'Hello')} arrow>
              Write to us
            </ButtonAnchor>
          </div>
          <div className={styles.addresses}>
            <div className={styles.stamp} aria-hidden="true">
              <Mascot name="heart" />
              <b>1st class</b>
            </div>
            <Addresses />
          </div>
        </div>
      </div>
    </section>
  )
}

function Addresses() {
  const { legalName, registeredOffice, phone } = business
  return (
    <dl className={styles.lines}>
      {desks.map(({ label, email, text }) => (
        <div key={email}>
          <dt>{label}</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
            <span>{text}</span>
          </dd>
        </div>
      ))}
      <div>
        <dt>By phone</dt>
        <dd>
          <a href={`tel:${phone}`}>{spokenPhone(phone)}</a>
        </dd>
      </div>
      <div>
        <dt>By post</dt>
        <dd>
          {legalName}, {registeredOffice}
        </dd>
      </div>
    </dl>
  )
}

/** "+44 20 7946 0123" from "+442079460123"; other numbers stay as they are. */
function spokenPhone(phone: string): string {
  return phone.replace(/^(\+44)(20)(\d{4})(\d{4})$/, '$1 $2 $3 $4')
}
