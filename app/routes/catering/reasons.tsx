import { leadingNumber } from '../../../domain/number-words.ts'
import { reasons } from '../../content/catering.ts'
import { Mascot } from '../../ui/mascot.tsx'
import styles from './reasons.module.css'

const tints = ['butter', 'blush', 'mint', 'sky', 'peach', 'lilac']

export function Reasons() {
  return (
    <section className={`wrap ${styles.reasons}`} aria-labelledby="reasons">
      <div>
        <h2 className="h2" id="reasons">
          Why choose us
        </h2>
        <p className="lead">
          {leadingNumber(reasons.length)} reasons, all true, none of them the bunting.
        </p>
        <Mascot name="toque" className={styles.chef} />
      </div>
      <ol className="cluster">
        {reasons.map(({ mascot, title, text }, place) => (
          <li key={mascot}>
            <span style={{ background: `var(--${tints[place % tints.length]})` }}>
              <Mascot name={mascot} />
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
