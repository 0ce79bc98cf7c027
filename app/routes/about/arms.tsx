import { Link } from 'react-router'
import { about as words, arms } from '../../content/about.ts'
import { arrowPath } from '../../ui/shapes/icons.ts'
import { classes } from '../../ui/classes.ts'
import { Mascot } from '../../ui/mascot.tsx'
import about from './about.module.css'
import styles from './arms.module.css'

/** What the business does, as the inlay card of the tape. */
export function Arms() {
  return (
    <section className="section tint-jazz on-dark" aria-labelledby="side-b">
      <div className="wrap columns tail">
        <div>
          <h2 className="h2" id="side-b">
            <span className={classes(about.side, about.sideB)}>Side B</span> {words.sideB}
          </h2>
          <p className="lead">{words.sideBText}</p>
        </div>
        <ol className={styles.inlay}>
          {arms.map(({ mascot, title, text, to }, index) => (
            <li key={title}>
              <Link to={to}>
                <b className={styles.number} aria-hidden="true">
                  B{index + 1}
                </b>
                <Mascot name={mascot} />
                <span className={styles.words}>
                  <b>{title}</b> {text}
                </span>
                <svg className={styles.arrow} viewBox="0 0 24 24" aria-hidden="true">
                  <path d={arrowPath} />
                </svg>
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
