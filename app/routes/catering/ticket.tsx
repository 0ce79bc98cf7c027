import { business } from '../../../domain/business.ts'
import { cateringWords } from '../../content/catering.ts'
import { EnquiryLink } from '../../features/enquiries/enquiry-link.tsx'
import { mailLink } from '../../features/enquiries/mail-link.ts'
import { ButtonAnchor } from '../../ui/button.tsx'
import { carpet } from '../../ui/pattern.ts'
import styles from './ticket.module.css'

/** A ticket with a tear-off stub on the carpet of a 1990s leisure centre, and what waits under the cloche. */
export function Ticket() {
  const { admit, lead, facts } = cateringWords
  return (
    <section className={`${carpet} page-top`} aria-labelledby="catering">
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.ticket}>
          <div className={styles.main}>
            <p className="caption">{admit}</p>
            <h1 className="h1" id="catering">
              Proud Catering
            </h1>
            <p className="lead">{lead}</p>
            <ul className={styles.facts}>
              {facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
            <div className="row">
              <ButtonAnchor href={mailLink(business.cateringEmail, 'Proud Catering')} arrow>
                Get in Touch
              </ButtonAnchor>
              <EnquiryLink kind="catering" variant="secondary">
                Send an enquiry
              </EnquiryLink>
            </div>
          </div>
          <p className={styles.stub} aria-hidden="true">
            <span>Proud Catering</span>
            <span>No. 0060</span>
          </p>
        </div>
        <img
          className={styles.cloche}
          src="/generated/art/cloche.svg"
          alt=""
          width={460}
          height={470}
          fetchPriority="high"
        />
      </div>
    </section>
  )
}
