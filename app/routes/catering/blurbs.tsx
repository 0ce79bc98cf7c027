import { blurbs } from '../../content/catering.ts'
import { pattern } from '../../ui/pattern.ts'
import styles from './blurbs.module.css'

/** Three ribbed menu boards. */
export function Blurbs() {
  return (
    <section className={`${pattern('confetti')} ${styles.band}`} aria-labelledby="services">
      <h2 className="visually-hidden" id="services">
        What we do
      </h2>
      <ul className="wrap thirds">
        {blurbs.map(({ headline, title, text }) => (
          <li key={headline} className={styles.board}>
            <p className={styles.headline}>{headline}</p>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
