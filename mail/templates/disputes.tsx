import { shortDayText } from '../../domain/day-text.ts'
import { describeDisputeReason, describeRefundFailure } from '../../domain/dispute-words.ts'
import { formatPence } from '../../domain/money.ts'
import type { EmailData } from '../emails.ts'
import type { Templates } from './layout.tsx'
import { ordersPath } from './order-parts.tsx'
import { ActionButton, contactText, richText } from './parts.tsx'

type Dispute = EmailData['dispute_notice']

const why = 'You get this because you run this shop.'
const orderAtDesk = (number: number) => `/desk/orders/${number}`

export const disputeEmails = {
  dispute_notice: {
    subject: getSubject,
    preview: ({ dueBy, state }) =>
      state === 'open' && dueBy !== null ? `Answer by ${shortDayText(dueBy)}.` : 'How it ended.',
    why,
    title: getTitle,
    lead: getLead,
    rows: ({ state, link, number }) => (
      <>
        {state === 'open' && <ActionButton to={link} label="Answer at the payment provider" />}
        <ActionButton
          to={orderAtDesk(number)}
          label="See the order at the desk"
          padding="8px 32px 28px"
        />
      </>
    ),
  },
  refund_failed: {
    subject: ({ number }) => `Order ${number}: your refund has not arrived`,
    preview: () => 'Your bank sent it back to us. You don’t need to do anything.',
    why: 'You get this because you ordered from us.',
    title: 'Your refund came back to us.',
    lead: ({ number, amount }) => [
      richText`We sent back **${formatPence(amount)}** of order ${number}, and told you so. Your bank has
        returned it to us, as banks do when a card has expired or an account is closed.`,
      richText`You don’t need to do anything: we’ll get it to you another way, and may write to you about
        how. ${contactText}`,
    ],
    rows: () => <ActionButton to={ordersPath} label="See your order" padding="8px 32px 28px" />,
  },
  refund_failed_notice: {
    subject: ({ number, amount }) => `Order ${number}: the refund of ${formatPence(amount)} failed`,
    preview: ({ amount }) => `${formatPence(amount)} is in your balance again.`,
    why,
    title: 'A refund came back.',
    lead: ({ number, amount, why: reason, wasTold, isWithdrawn }) => [
      richText`**${formatPence(amount)}** of order ${number} did not reach the shopper: ${describeRefundFailure(reason)}.
        The money is in your balance at the payment provider again.`,
      isWithdrawn
        ? richText`Their bank has withdrawn the payment meanwhile and repays them itself, so don’t refund it again. At the desk, say
            that it isn’t refunded.`
        : richText`At the desk, refund it again, or pay it another way (a bank transfer, for instance) and say
            so there. ${wasTold ? 'The shopper had been told that it was on its way, so we have written to them that it did not arrive.' : 'The shopper has not been told that anything was refunded.'}`,
    ],
    rows: ({ number }) => (
      <ActionButton
        to={orderAtDesk(number)}
        label="See the order at the desk"
        padding="8px 32px 28px"
      />
    ),
  },
} satisfies Templates

function getSubject(dispute: Dispute): string {
  const { number, amount, state, isInquiry, isAppeal, dueBy, isReminder } = dispute
  const sum = formatPence(amount)
  if (state === 'won')
    return `Order ${number}: ${isInquiry ? 'the bank’s question is closed' : `${sum} is yours again`}`
  if (state === 'lost') return `Order ${number}: the bank keeps ${sum}`
  const by = dueBy === null ? '' : `, answer by ${shortDayText(dueBy)}`
  if (isReminder) return `Order ${number}: the bank still waits for you${by}`
  if (isAppeal) return `Order ${number}: the bank goes on about ${sum}${by}`
  return isInquiry
    ? `Order ${number}: a bank asks about ${sum}${by}`
    : `Order ${number}: a bank has taken ${sum} back${by}`
}

function getTitle({ state, isInquiry, isAppeal, isReminder }: Dispute): string {
  if (state === 'won') return isInquiry ? 'The question is closed.' : 'You won.'
  if (state === 'lost') return 'The bank keeps it.'
  if (isReminder) return 'Not answered yet.'
  if (isAppeal) return 'It goes on.'
  return isInquiry ? 'A bank has a question.' : 'A payment was taken back.'
}

function getLead(dispute: Dispute) {
  const { number, amount, state, isInquiry, isAppeal } = dispute
  const sum = formatPence(amount)
  if (state === 'won')
    return [
      isInquiry
        ? richText`The bank has closed its question about order ${number}. Nothing was taken.`
        : richText`The dispute about order ${number} is won: **${sum}** comes back into your balance.`,
      packWords(dispute, 'If it wasn’t sent, it can be packed again.', null),
    ].flatMap((one) => one ?? [])
  if (state === 'lost')
    return [
      richText`The dispute about order ${number} is lost: **${sum}** stays with the payer’s bank. Don’t refund it on top.`,
      packWords(
        dispute,
        'It wasn’t sent, and stays on hold: its pieces are still taken off your stock.',
        'It was sent, so nothing more can be done at the desk.',
      ),
      boxWords(dispute),
    ].flatMap((one) => one ?? [])
  return [
    isAppeal
      ? richText`You had won the dispute about order ${number}, and the payer’s bank does not accept that: it has withdrawn
          **${sum}** again.`
      : isInquiry
        ? richText`The bank of whoever paid order ${number} asks about **${sum}** of their payment:
          ${describeDisputeReason(dispute.reason)}. Nothing has been taken yet.`
        : richText`The bank of whoever paid order ${number} has taken **${sum}** of their payment back:
          ${describeDisputeReason(dispute.reason)}. The payment provider takes a fee, too.`,
    deadline(dispute),
    richText`Send the payment provider what shows that the order was theirs and arrived: the address, the
      tracking number, what you wrote to each other. ${
        isInquiry
          ? 'Or refund it at the desk, which ends the question.'
          : 'Don’t refund it: that would pay it twice.'
      }`,
    packWords(
      dispute,
      'It hasn’t been sent: it is on hold, so don’t pack it until this is decided.',
      'It has been sent: keep the proof of posting.',
    ),
    boxWords(dispute),
  ].flatMap((one) => one ?? [])
}

function packWords({ isSent }: Dispute, here: string, gone: string | null): string | null {
  return isSent ? gone : here
}

/**
 * Returns advice for a disputed subscription. The shop does not cancel it, because only the owner knows whether the dispute was a
 * mistake.
 */
function boxWords({ isBox }: Dispute): string | null {
  return isBox
    ? 'It is of a box that goes on: its next payments can be taken back in the same way. Stop or skip it at the desk unless you have heard from them.'
    : null
}

function deadline({ dueBy }: Dispute) {
  return dueBy === null
    ? null
    : richText`**Answer by ${shortDayText(dueBy)}**, or the bank keeps the money.`
}
