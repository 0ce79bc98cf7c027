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

const subject = ({ number }: BoxEmail) => `Your box goes on (order ${number})`

/** After an email that said that the box is cancelled. */
export const boxResumed: EmailTemplate<BoxEmail> = {
  subject,
  content: (email, siteUrl) => (
    <Layout
      subject={subject(email)}
      preview="The cancellation was taken back."
      why="You get this because you have a subscription with us."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>Back together.</h1>
        <p style={body}>
          The cancellation was taken back, so your box goes on as before.
          {email.overdueAmount !== null && ` ${overdueText(email)}`}
        </p>
        {email.nextAt !== null && (
          <p style={{ ...body, margin: 0 }}>
            The next payment is <strong>{formatPence(email.amount)}</strong> on{' '}
            {shortDayText(email.nextAt)}. Until then you can change the card or cancel in your
            account.
          </p>
        )}
      </Row>
      <Row padding="16px 32px">
        <BoxList boxes={email.boxes} />
      </Row>
      <Row padding="8px 32px 16px">
        <PillButton href={boxesAddress(siteUrl)} label="Manage or cancel" />
      </Row>
      <Row padding="8px 32px 28px">
        <p style={{ ...body, margin: 0 }}>
          It began with order {email.number}. You did not ask for this? Answer this e-mail, or write
          to <OurAddress />.
        </p>
      </Row>
    </Layout>
  ),
}
