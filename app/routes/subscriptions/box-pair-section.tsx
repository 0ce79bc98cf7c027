import { Link } from 'react-router'
import { business } from '../../../domain/business.ts'
import { type Day, longDay } from '../../../domain/dates.ts'
import { formatPence } from '../../../domain/money.ts'
import { addMonths } from '../../../domain/add-months.ts'
import type { BoxPair } from '../../content/boxes.ts'
import type { LastBox } from '../../features/catalogue/last-boxes.server.ts'
import { BoxButton } from './box-button.tsx'
import { getBoxPrice, type BoxRow, getBoxState } from './box-state.ts'
import { paths } from '../../core/paths.ts'
import { Sticker } from '../../ui/mascot.tsx'
import { getPatternClass } from '../../ui/pattern.ts'
import styles from './box-pair-section.module.css'

interface BoxPairSectionProps {
  pair: BoxPair
  rows: BoxRow[]
  last: LastBox | undefined
  today: Day
  isLoading: boolean
}

/** A pair of subscription boxes. The pictures show the box and its contents. */
export function BoxPairSection({ pair, rows, last, today, isLoading }: BoxPairSectionProps) {
  const { id, name, text, contents, boxes } = pair
  const field = getPatternClass(id === 'bear' ? 'zigzag' : 'dots')
  return (
    <section className={`${field} ${styles.section} ${styles[id]}`} aria-labelledby={id}>
      <div className={styles.column}>
        <div className={styles.art}>
          <Sticker slug={boxes[0].slug} fetchPriority="high" />
          <Sticker slug={`${boxes[1].slug}-third`} fetchPriority="high" />
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
          {last !== undefined && (
            <>
              <h3>{last.title}</h3>
              <ul className={styles.contents}>
                {last.contents.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </>
          )}
          <p className={styles.price}>
            <Prices rows={rows} boxes={boxes} />
          </p>
          <div className="row">
            {boxes.map((box) => (
              <BoxButton
                key={box.slug}
                box={box}
                of={name}
                state={getBoxState(rows, box, isLoading)}
              />
            ))}
          </div>
          <BoxTerms today={today} />
        </div>
      </div>
    </section>
  )
}

/** Renders '£45.00 a box, monthly or quarterly', or both prices if they differ. */
function Prices({ rows, boxes }: Pick<BoxPairSectionProps, 'rows'> & Pick<BoxPair, 'boxes'>) {
  const priced = boxes.flatMap((box) => {
    const price = getBoxPrice(rows, box)
    return price === null ? [] : [{ turn: box.label.toLowerCase(), price: formatPence(price) }]
  })
  const [first, second] = priced
  if (first === undefined) return <b>Price TBA</b>
  if (priced.every(({ price }) => price === first.price))
    return (
      <>
        <b>{first.price}</b> a box, {priced.map(({ turn }) => turn).join(' or ')}
      </>
    )
  return (
    <>
      <b>{first.price}</b> a box {first.turn}, <b>{second?.price}</b> {second?.turn}
    </>
  )
}

/**
 * The frequency, the next payment and how to cancel, beside the buttons that subscribe. The page may be some days old, so
 * it names its day.
 */
function BoxTerms({ today }: { today: Day }) {
  return (
    <dl className={styles.terms}>
      <div>
        <dt>How often</dt>
        <dd>Every month or every three months, paid each time, until you stop it.</dd>
      </div>
      <div>
        <dt>Next date</dt>
        <dd>
          Join today ({written(today)}) and the next is {written(addMonths(today, 1))} monthly, or{' '}
          {written(addMonths(today, 3))} quarterly.
        </dd>
      </div>
      <div>
        <dt>Delivery</dt>
        <dd>Added at the till for the first box, free for every one after it.</dd>
      </div>
      <div>
        <dt>To stop</dt>
        <dd>
          Two taps in your <Link to={paths.accountSettings}>account</Link>, or drop us a line at{' '}
          <a href={`mailto:${business.email}`}>{business.email}</a>, before the next date. It costs
          nothing, and we don’t sulk.
        </dd>
      </div>
    </dl>
  )
}

/** Formats a day without its weekday: "20 December". */
function written(day: Day): string {
  return longDay(day).replace(/^\w+ /, '')
}
