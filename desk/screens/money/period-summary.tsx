import { formatPence } from '../../../domain/money.ts'
import { type Period, formatElapsedPeriod } from '../../../domain/money-period.ts'
import type { PeriodSums } from './queries.ts'
import definitionListStyles from '../../ui/definition-list.module.css'
import docketStyles from '../../ui/docket.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './period-summary.module.css'

interface PeriodSummaryProps {
  sums: PeriodSums
  period: Period
  today: string
}

/**
 * Summary of a period: the money taken, the deductions, and what is left. Unknown fees are listed as unknown, and not estimated.
 */
export function PeriodSummary({ sums, period, today }: PeriodSummaryProps) {
  const orders = (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`
  const rows: (readonly [words: string, amount: number, isAlways?: boolean])[] = [
    ['Goods', sums.goods, true],
    ['Discounts', -sums.discount],
    ['Delivery', sums.delivery, true],
    [
      sums.refundOrders > 0 ? `Paid back, ${orders(sums.refundOrders)}` : 'Paid back',
      -sums.refunded,
      true,
    ],
    [`Taken back by a bank, ${orders(sums.disputes)}`, -sums.takenBack],
    [
      sums.charged > 0 ? `Card fees, ${sums.feesKnown} of ${sums.charged} known` : 'Card fees',
      -sums.fees,
      true,
    ],
    ['Other fees of the provider', -sums.otherFees],
    ['Other, at the provider', sums.other],
  ]
  return (
    <section
      className={`${docketStyles.docket} ${styles.docket}`}
      aria-label="Taken, and what is left"
    >
      <p className={textStyles.detail}>Taken, {formatElapsedPeriod(period, today)}</p>
      <p className={`${styles.taken} ${layoutStyles.spaceAboveSmall}`}>{formatPence(sums.taken)}</p>
      <dl className={definitionListStyles.list}>
        {rows
          .filter(([, amount, isAlways]) => isAlways || amount !== 0)
          .map(([words, amount]) => (
            <div key={words}>
              <dt>{words}</dt>
              <dd>{formatSignedPence(amount)}</dd>
            </div>
          ))}
        <div className={styles.remaining}>
          <dt>Left</dt>
          <dd>{formatSignedPence(sums.left)}</dd>
        </div>
      </dl>
    </section>
  )
}

/** Formats a deduction as account books do: '− £31.50'. */
export const formatSignedPence = (pence: number): string =>
  pence < 0 ? `− ${formatPence(-pence)}` : formatPence(pence)
