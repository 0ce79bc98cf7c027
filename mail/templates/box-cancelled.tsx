import { shortDayText } from '../../domain/day-text.ts'
import { formatPence } from '../../domain/money.ts'
import type { BoxEmail } from '../emails.ts'
import { boxesAddress } from './account-links.ts'
import { BoxList } from './box-list.tsx'
import { Layout, Row } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, heading } from './look.ts'
import { OurAddress } from './our-address.tsx'
import { overdueText } from './overdue-text.ts'
import { PillButton } from './pill-button.tsx'

const subject = ({ reason, number }: BoxEmail) =>
  reason === 'unpaid'
    ? `Your box has ended: it was not paid (order ${number})`
    : `Your box is cancelled (order ${number})`

export const boxCancelled: EmailTemplate<BoxEmail> = {
  subject,
  content: (email, siteUrl) => (
    <Layout
      subject={subject(email)}
      preview={words(email)[0]}
      why={`You get this because you ${email.isOver ? 'had' : 'have'} a subscription with us.`}
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>
          {email.reason === 'unpaid' ? 'Your box has ended.' : 'Cancelled. No sulking.'}
        </h1>
        {words(email).map((paragraph) => (
          <p key={paragraph} style={body}>
            {paragraph}
          </p>
        ))}
      </Row>
      <Row padding="8px 32px 16px">
        <BoxList boxes={email.boxes} />
      </Row>
      <Row padding="8px 32px 16px">
        <p style={{ ...body, margin: 0 }}>
          It began with order {email.number}. You did not ask for this? Answer this e-mail, or write
          to <OurAddress />.
        </p>
      </Row>
      <Row padding="8px 32px 28px">
        <PillButton href={boxesAddress(siteUrl)} label="See your boxes" />
      </Row>
    </Layout>
  ),
}

/** The first paragraph is also what the list of mails shows. */
function words(email: BoxEmail): [first: string, ...others: string[]] {
  const { reason, isOver, endsAt, amount } = email
  const day = endsAt === null ? null : shortDayText(endsAt)
  if (reason === 'unpaid')
    return [
      `The payment of ${formatPence(amount)} for your next box did not go through, and trying again did not help. So it ended${day === null ? '' : ` on ${day}`}.`,
      'No more payments will be taken, and no box that is not paid for is sent. You can join again any time.',
    ]
  if (isOver || day === null)
    return [
      `No more payments will be taken. It ended${day === null ? '' : ` on ${day}`}.`,
      'A box that you have paid for still comes.',
    ]
  const overdue = overdueText(email)
  if (overdue !== null)
    return [
      `${overdue} After that, no more payments will be taken: the one of ${formatPence(amount)} that was due on ${day} is called off, and that is when it ends.`,
      'You want to stop the overdue one, too? Answer this e-mail. Until it ends you can take the cancellation back in your account.',
    ]
  return [
    `No more payments will be taken: the one of ${formatPence(amount)} that was due on ${day} is called off, and that is when it ends.`,
    'A box that you have paid for still comes. Until it ends you can take the cancellation back in your account.',
  ]
}
