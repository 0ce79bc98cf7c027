import type { Day } from '../../../domain/dates.ts'
import { formatPence } from '../../../domain/money.ts'
import type { BoxPair } from '../../content/boxes.ts'
import { BoxButton } from '../../features/boxes/box-button.tsx'
import { boxPrice, type BoxRow, boxState } from '../../features/boxes/box-state.ts'
import { pattern } from '../../ui/pattern.ts'
import { BoxTerms } from './box-terms.tsx'
import styles from './half.module.css'

interface HalfProps {
  pair: BoxPair
  rows: BoxRow[]
  today: Day
  isLoading: boolean
}

/** Bear or Twink: both stickers, what is inside, what it costs, and the two ways in. */
export function Half({ pair, rows, today, isLoading }: HalfProps) {
  const { id, name, text, contents, price, boxes } = pair
  const field = pattern(id === 'bear' ? 'zigzag' : 'dots')
  return (
    <section className={`${field} ${styles.half} ${styles[id]}`} aria-labelledby={id}>
      <div className={styles.column}>
        <div className={styles.art}>
          {boxes.map(({ slug }) => (
            <img
              key={slug}
              src={`/generated/stickers/${slug}.svg`}
              alt=""
              width={300}
              height={360}
              fetchPriority="high"
            />
          ))}
        </div>
        <div className={styles.words}>
          <h2 className="h2" id={id}>
            {name}
          </h2>
          <p>{text}</p>
          <ul className={styles.contents}>
            {contents.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          <p className={styles.price}>
            <b>{formatPence(boxPrice(rows, boxes, price))}</b> a box, monthly or quarterly
          </p>
          <div className={`row ${styles.ways}`}>
            {boxes.map((box) => (
              <BoxButton
                key={box.slug}
                box={box}
                of={name}
                state={boxState(rows, box, isLoading)}
              />
            ))}
          </div>
          <BoxTerms today={today} />
        </div>
      </div>
    </section>
  )
}
