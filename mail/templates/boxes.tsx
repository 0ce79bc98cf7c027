import { monthText, shortDayText } from '../../domain/day-text.ts'
import { formatPence } from '../../domain/money.ts'
import type { OverdueCause } from '../../domain/overdue-cause.ts'
import type { BoxEmail, EmailData } from '../emails.ts'
import { formatGoodsDetails, GoodsLines, GoodsTable } from './goods.tsx'
import type { Templates } from './layout.tsx'
import { colours, smallStyle } from './styles.ts'
import { boxesPath, OrderSummary, termsLink, accountLink } from './order-parts.tsx'
import { getDelayTexts } from './orders.tsx'
import {
  ActionButton,
  contactText,
  contactLink,
  Paragraph,
  Panel,
  richText,
  TextRow,
} from './parts.tsx'

const why = 'You get this because you have a subscription with us.'

const unpaid = (box: BoxEmail) => formatPence(box.overdueAmount ?? box.amount)

export const boxEmails = {
  box_renewal: {
    subject: ({ number }) => `Order ${number}: your next box is paid`,
    preview: ({ total }) =>
      `Paid: ${formatPence(total)}. What is coming, where to, and when the next payment is.`,
    why,
    title: ({ area }) =>
      area === null ? 'Round again. Packing it.' : 'Round again. Checking your address.',
    lead: (order) => [
      'The payment for your next box went through. Keep this e-mail: it is your receipt.',
      ...getDelayTexts(order),
    ],
    rows: (order) => (
      <>
        <OrderSummary order={order} />
        <ActionButton to={boxesPath} label="See your boxes" />
        <NextBox order={order} />
      </>
    ),
  },
  box_payment_failed: {
    subject: (box) => `Your box: the payment of ${unpaid(box)} did not go through`,
    preview: 'You haven’t been charged, and we’ll hold your box until it’s paid.',
    why,
    title: ({ cause }) => failures[cause ?? 'declined'].title,
    lead: (box) => [
      richText`We tried to take **${unpaid(box)}** for your next box, ${failures[box.cause ?? 'declined'].because}. You haven’t
        been charged for it, and we’ll pack it once it’s paid.`,
      box.retryAt === null
        ? 'We won’t try again by ourselves. You can use another card, or stop the box, in your account.'
        : `We’ll try again on ${shortDayText(box.retryAt)}. Before then you can use another card in your account, or stop the box.`,
    ],
    rows: (box) => (
      <ContinuingBox box={box} label="Change the card or cancel" question="Questions?" />
    ),
  },
  box_payment_confirm: {
    subject: (box) => `Your box: your bank wants you to confirm ${unpaid(box)}`,
    preview: 'One tap at your bank, and it’s on its way.',
    why,
    title: 'Your bank has a question.',
    lead: (box) => [
      richText`We tried to take **${unpaid(box)}** for your next box, and your bank wants you to confirm that
        it’s you. You haven’t been charged, and we’ll pack it once you have.`,
      box.payLink === null
        ? 'You can confirm it in your account.'
        : 'The button leads to our payment provider, where your bank asks you.',
    ],
    rows: (box) => (
      <>
        {box.payLink !== null && <ActionButton to={box.payLink} label="Confirm the payment" />}
        <ContinuingBox box={box} label="Change the card or cancel" question="Questions?" />
      </>
    ),
  },
  box_cancelled: {
    subject: ({ reason, number }) =>
      reason === 'unpaid'
        ? `Your box has ended: it was not paid (order ${number})`
        : `Your box is cancelled (order ${number})`,
    preview: (box) => cancellation(box)[0],
    why: ({ isOver }) =>
      `You get this because you ${isOver ? 'had' : 'have'} a subscription with us.`,
    title: ({ reason }) => (reason === 'unpaid' ? 'Your box has ended.' : 'Cancelled. No sulking.'),
    lead: cancellation,
    rows: (box) => (
      <>
        <BoxList box={box} padding="20px 32px 16px" />
        <TextRow padding="8px 32px 16px">{beginning(box, notAsked)}</TextRow>
        <ActionButton to={boxesPath} label="See your boxes" padding="8px 32px 28px" />
      </>
    ),
  },
  box_resumed: {
    subject: ({ number }) => `Your box is back on (order ${number})`,
    preview: 'You’re keeping it.',
    why,
    title: 'Back together.',
    lead: (box) => [
      `You’ve kept your box, so it carries on as before. ${overdueText(box) ?? ''}`.trimEnd(),
      ...nextPayment(box),
    ],
    rows: (box) => <ContinuingBox box={box} label="Manage or cancel" question={notAsked} />,
  },
  box_skipped: {
    subject: (box) => `We’ll skip ${getBoxLabel(box.skippedAt)} (order ${box.number})`,
    preview: 'Nothing is charged for it. The one after comes as usual.',
    why,
    title: 'Sitting this one out.',
    lead: (box) => [
      `We’ll skip ${getBoxLabel(box.skippedAt)}: we won’t charge you or pack one. Any box you’ve already paid for still comes.`,
      ...nextPayment(box),
    ],
    rows: (box) => <ContinuingBox box={box} label="Manage or cancel" question={notAsked} />,
  },
  box_unskipped: {
    subject: (box) => `We’ll pack ${getBoxLabel(box.nextAt)} after all (order ${box.number})`,
    preview: 'It is no longer skipped.',
    why,
    title: 'Back in the mix.',
    lead: (box) => [
      `We said we’d skip ${getBoxLabel(box.nextAt)}. Now we won’t: it’ll come once it’s paid for, as usual.`,
      ...nextPayment(box),
    ],
    rows: (box) => <ContinuingBox box={box} label="Manage or cancel" question={notAsked} />,
  },
} satisfies Templates

const failures: Record<OverdueCause, { title: string; because: string }> = {
  declined: { title: 'The card said no.', because: 'and it did not go through' },
  confirm: { title: 'Your bank has a question.', because: 'and your bank wants you to confirm it' },
  funds: {
    title: 'Not enough on the card.',
    because: 'and there was not enough money in the account',
  },
  expired: { title: 'Your card has expired.', because: 'and the card has expired' },
}

const notAsked = 'Didn’t ask for this?'

/** Returns text such as 'your December box', by the month in which the box is paid. */
const getBoxLabel = (dueAt: string | null) =>
  dueAt === null ? 'your next box' : `your ${monthText(dueAt)} box`

const nextPayment = ({ amount, nextAt }: BoxEmail) =>
  nextAt === null
    ? []
    : [
        richText`The next payment is **${formatPence(amount)}** on ${shortDayText(nextAt)}.
          Until then you can change the card or cancel in your account.`,
      ]

const beginning = ({ number }: BoxEmail, question: string) =>
  richText`It began with order ${number}. ${question} ${contactText}`

function ContinuingBox({
  box,
  label,
  question,
}: {
  box: BoxEmail
  label: string
  question: string
}) {
  return (
    <>
      <BoxList box={box} padding="16px 32px" />
      <ActionButton to={boxesPath} label={label} padding="8px 32px 16px" />
      <TextRow padding="8px 32px 28px">{beginning(box, question)}</TextRow>
    </>
  )
}

function NextBox({ order }: { order: EmailData['box_renewal'] }) {
  const { nextAt, nextAmount, termsVersion } = order
  return (
    <Panel title={nextAt === null ? 'This is the last one' : 'The next one'} colour={colours.mint}>
      <Paragraph look={smallStyle} margin="0 0 10px">
        {nextAt === null
          ? 'Your subscription is cancelled, and no more payments will be taken.'
          : richText`The next payment is **${formatPence(nextAmount)}** on **${shortDayText(nextAt)}**,
              with the delivery in it. To stop it, tap “Manage or cancel” in ${accountLink} before
              then, or write to ${contactLink}. It costs nothing.`}
      </Paragraph>
      <Paragraph look={smallStyle}>
        Version {termsVersion} of our {termsLink} applies. Something broken or wrong? Tell us, and
        we put it right at our cost.
      </Paragraph>
    </Panel>
  )
}

function BoxList({ box: { boxes }, padding }: { box: BoxEmail; padding: string }) {
  return (
    <GoodsTable padding={padding}>
      <GoodsLines
        goods={boxes}
        room={16}
        details={(box) => {
          const { quantity, unitAmount } = box
          const price = quantity === 1 ? null : `${quantity} × ${formatPence(unitAmount)}`
          return formatGoodsDetails({ ...box, price })
        }}
      />
    </GoodsTable>
  )
}

/** Returns a sentence about the overdue payment and the next attempt; null when no payment is overdue. */
function overdueText({ overdueAmount, retryAt }: BoxEmail): string | null {
  if (overdueAmount === null) return null
  const next = retryAt === null ? 'is still owing' : `we’ll try again on ${shortDayText(retryAt)}`
  return `The last payment of ${formatPence(overdueAmount)} did not go through and ${next}.`
}

/** Returns the paragraphs about a cancellation. The first one is also the preview text in a list of emails. */
function cancellation(box: BoxEmail): [first: string, ...others: string[]] {
  const { reason, isOver, endsAt, amount } = box
  const day = endsAt === null ? null : shortDayText(endsAt)
  const ended = `ended${day === null ? '' : ` on ${day}`}`
  if (reason === 'unpaid')
    return [
      `The payment of ${formatPence(amount)} for your next box did not go through, and trying again did not help, so your box ${ended}.`,
      'No more payments will be taken, and no box that is not paid for is sent. You can join again any time.',
    ]
  if (isOver || day === null)
    return [
      `No more payments will be taken. It ${ended}.`,
      'A box that you have paid for still comes.',
    ]
  const lastDay = `we won’t take any more payments. The ${formatPence(amount)} due on ${day} is called off, and your box ends that day.`
  const overdue = overdueText(box)
  return overdue === null
    ? [
        lastDay.replace(/^w/, 'W'),
        'A box that you have paid for still comes. Changed your mind? Until it ends you can keep it, in your account.',
      ]
    : [
        `${overdue} After that, ${lastDay}`,
        'Want to stop the overdue one too? Answer this e-mail. Changed your mind? Until it ends you can keep it, in your account.',
      ]
}
