import { leadingNumber, numberWord } from '../../../domain/number-words.ts'
import { type Service, services } from '../../content/consultancy.ts'
import { Mascot } from '../../ui/mascot.tsx'
import { pattern } from '../../ui/pattern.ts'
import { Breakable } from './breakable.tsx'
import styles from './dividers.module.css'

/** The six services as the tabbed dividers of the binder. */
export function Dividers() {
  return (
    <section className={`${pattern('grid')} ${styles.section}`} aria-labelledby="dividers">
      <div className="wrap">
        <h2 className="h2" id="dividers">
          {leadingNumber(services.length)} dividers, one <span className="highlight">binder</span>
        </h2>
        <p>Take one, take all {numberWord(services.length)}. You keep the paperwork.</p>
        <ol className={styles.cards}>
          {services.map((service, index) => (
            <Divider key={service.id} service={service} number={index + 1} />
          ))}
        </ol>
      </div>
    </section>
  )
}

function Divider({ service, number }: { service: Service; number: number }) {
  const { id, title, text, mascot, color } = service
  return (
    <li className={styles.card} id={id} style={{ '--tab': `var(--${color})` }}>
      <span className={styles.tab} aria-hidden="true">
        {number}
      </span>
      <div className={styles.sheet}>
        <Mascot name={mascot} className={styles.mascot} />
        <h3>
          <Breakable title={title} />
        </h3>
        <p>{text}</p>
      </div>
    </li>
  )
}
