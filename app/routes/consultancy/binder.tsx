import { business } from '../../../domain/business.ts'
import { consultancyWords, services } from '../../content/consultancy.ts'
import { EnquiryLink } from '../../features/enquiries/enquiry-link.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import { trapper } from '../../ui/pattern.ts'
import styles from './binder.module.css'
import { Breakable } from './breakable.tsx'

/** A school binder, open at its first page; the tabs of the dividers lead to the services. */
export function Binder() {
  const { subject, lead, note } = consultancyWords
  return (
    <section className={`${trapper} ${styles.hero}`} aria-labelledby="ask">
      <div className={`wrap ${styles.binder}`}>
        <div className={styles.page}>
          <Rings />
          <div>
            <p className="marker">{subject}</p>
            <h1 className="h1" id="ask">
              Ask {business.chef.name}
            </h1>
            <p className="lead">{lead}</p>
            <EnquiryLink kind="consultancy" arrow>
              Send an enquiry
            </EnquiryLink>
          </div>
          <aside className={styles.note} aria-label={note.title}>
            <Mascot name="toque" className={styles.chef} />
            <p className={styles.noteTitle}>{note.title}</p>
            <p>{note.text}</p>
          </aside>
        </div>
        <nav className={styles.tabs} aria-label="Services">
          <ul>
            {services.map(({ id, title, color }) => (
              <li key={id}>
                <a className="title-link" href={`#${id}`} style={{ '--tab': `var(--${color})` }}>
                  <span>
                    <Breakable title={title} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </section>
  )
}

function Rings() {
  return (
    <div className={styles.rings} aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  )
}
