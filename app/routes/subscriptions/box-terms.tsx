import { Link } from 'react-router'
import { business } from '../../../domain/business.ts'
import { type Day, longDay } from '../../../domain/dates.ts'
import { nextTurn } from '../../../domain/next-turn.ts'
import { paths } from '../../paths.ts'
import styles from './box-terms.module.css'

/** How often, when next and how to stop, beside the buttons that join. The page may be some days old, so it names its day. */
export function BoxTerms({ today }: { today: Day }) {
  return (
    <dl className={styles.terms}>
      <div>
        <dt>How often</dt>
        <dd>Every month or every three months, paid each time, until you stop it.</dd>
      </div>
      <div>
        <dt>Next date</dt>
        <dd>
          Join on {written(today)} and the next is {written(nextTurn(today, 1))} monthly, or{' '}
          {written(nextTurn(today, 3))} quarterly.
        </dd>
      </div>
      <div>
        <dt>Delivery</dt>
        <dd>Added at the till for the first box, free for every one after it.</dd>
      </div>
      <div>
        <dt>To stop</dt>
        <dd>
          Two presses in your <Link to={paths.accountSettings}>account</Link>, or a line to{' '}
          <a href={`mailto:${business.email}`}>{business.email}</a>, before the next date. It costs
          nothing, and we don’t sulk.
        </dd>
      </div>
    </dl>
  )
}

/** "20 December": the weekday would only crowd it. */
function written(day: Day): string {
  return longDay(day).replace(/^\w+ /, '')
}
