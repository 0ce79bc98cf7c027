import { dayText } from '../../../domain/day-text.ts'
import { describeDisputeReason } from '../../../domain/dispute-words.ts'
import { formatPence } from '../../../domain/money.ts'
import type { Dispute, Order } from '../../features/orders/queries.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import panelStyles from '../../ui/panel.module.css'

/** Shows each dispute about the payment of an order, and what the shop can do about it. */
export function Disputes({ order }: { order: Order }) {
  return (
    <>
      {order.disputes.map((dispute) => (
        <DisputePanel key={dispute.id} dispute={dispute} />
      ))}
    </>
  )
}

function DisputePanel({ dispute }: { dispute: Dispute }) {
  const { state, needsAnswer, link, fee } = dispute
  const isBad = state === 'open' && needsAnswer
  return (
    <section
      className={`${panelStyles.panel} ${isBad ? panelStyles.bad : panelStyles.outlined} ${layoutStyles.spaceAbove}`}
      aria-label="Dispute"
    >
      <p
        className={`${isBad ? `${textStyles.heading} ${panelStyles.badTitle}` : textStyles.heading} ${layoutStyles.spaceAboveSmall}`}
      >
        {titleOf(dispute)}
      </p>
      <p>
        {textOf(dispute)}
        {fee !== null && fee > 0 && ` The payment provider’s fee was ${formatPence(fee)}.`}
      </p>
      {state === 'open' && (
        <p className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
          <a
            className={`${buttonStyles.button} ${buttonStyles.quiet}`}
            href={link}
            target="_blank"
            rel="noreferrer"
          >
            {needsAnswer ? 'Answer at the payment provider' : 'See it at the payment provider'}
          </a>
        </p>
      )}
    </section>
  )
}

function titleOf({ state, isInquiry, isAnswered, amount, dueBy }: Dispute): string {
  const sum = formatPence(amount)
  if (state === 'won')
    return isInquiry ? 'The bank’s question is closed' : `Dispute won: ${sum} is ours`
  if (state === 'lost') return `Dispute lost: the bank keeps ${sum}`
  if (isAnswered) return `The bank is deciding about ${sum}`
  const by = dueBy === null ? '' : `: answer by ${dayText(dueBy)}`
  return isInquiry ? `A bank asks about ${sum}${by}` : `A bank took ${sum} back${by}`
}

function textOf({ state, isInquiry, isAnswered, reason, isSent }: Dispute): string {
  const why = `Why: ${describeDisputeReason(reason)}.`
  if (state === 'won') return why
  if (state === 'lost') return `${why} Don’t refund it on top: that would pay it twice.`
  const next = isAnswered
    ? 'Your evidence is with the bank. It can take two or three months.'
    : isInquiry
      ? 'Nothing has been taken yet. Answer it, or refund the order, which ends it.'
      : `Send what shows that the order was theirs${isSent ? ' and arrived: the tracking number, the address, your emails' : ''}. Don’t refund it: that would pay it twice.`
  return `${why} ${next}`
}
