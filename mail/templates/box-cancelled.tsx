import { shortDayText } from '../../domain/day-text.ts'
import { formatPence } from '../../domain/money.ts'
import type { BoxLetter } from '../letters.ts'
import { BoxList } from './box-list.tsx'
import { Layout, Row } from './layout.tsx'
import type { LetterTemplate } from './letter-template.ts'
import { body, heading } from './look.ts'
import { OurAddress } from './our-address.tsx'
import { PillButton } from './pill-button.tsx'

const subject = ({ reason, number }: BoxLetter) =>
  reason === 'unpaid'
    ? `Your box has ended: it was not paid (order ${number})`
    : `Your box is cancelled (order ${number})`

export const boxCancelled: LetterTemplate<BoxLetter> = {
  subject,
  content: (letter, siteUrl) => (
    <Layout
      subject={subject(letter)}
      preview="No more payments will be taken."
      why="You get this because you had a subscription with us."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>
          {letter.reason === 'unpaid' ? 'Your box has ended.' : 'Cancelled. No sulking.'}
        </h1>
        {words(letter).map((paragraph) => (
          <p key={paragraph} style={body}>
            {paragraph}
          </p>
        ))}
      </Row>
      <Row padding="8px 32px 16px">
        <BoxList boxes={letter.boxes} />
      </Row>
      <Row padding="8px 32px 16px">
        <p style={{ ...body, margin: 0 }}>
          It began with order {letter.number}. You did not ask for this? Answer this e-mail, or
          write to <OurAddress />.
        </p>
      </Row>
      <Row padding="8px 32px 28px">
        <PillButton href={new URL('/account-settings', siteUrl).href} label="See your account" />
      </Row>
    </Layout>
  ),
}

function words({ reason, isOver, endsAt, amount, overdueAmount }: BoxLetter): string[] {
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
  if (overdueAmount !== null)
    return [
      `The last payment of ${formatPence(overdueAmount)} did not go through and is still being tried. After that, no more payments will be taken: the one of ${formatPence(amount)} that was due on ${day} is called off, and that is when it ends.`,
      'You want to stop the one that is being tried, too? Answer this e-mail.',
    ]
  return [
    `No more payments will be taken: the one of ${formatPence(amount)} that was due on ${day} is called off, and that is when it ends.`,
    'A box that you have paid for still comes. Until that day you can take the cancellation back in your account.',
  ]
}
