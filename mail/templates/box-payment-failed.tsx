import { shortDayText } from '../../domain/day-text.ts'
import { formatPence } from '../../domain/money.ts'
import type { BoxEmail } from '../emails.ts'
import { boxesAddress } from './account-links.ts'
import { BoxList } from './box-list.tsx'
import { Layout, Row } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, heading } from './look.ts'
import { OurAddress } from './our-address.tsx'
import { PillButton } from './pill-button.tsx'

const overdue = (email: BoxEmail) => formatPence(email.overdueAmount ?? email.amount)
const subject = (email: BoxEmail) => `Your box: the payment of ${overdue(email)} did not go through`

export const boxPaymentFailed: EmailTemplate<BoxEmail> = {
  subject,
  content: (email, siteUrl) => (
    <Layout
      subject={subject(email)}
      preview="Nothing has been charged for this box, and it waits until it is paid."
      why="You get this because you have a subscription with us."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>The card said no.</h1>
        <p style={body}>
          We tried to take <strong>{overdue(email)}</strong> for your next box, and it did not go
          through. Nothing has been charged for it, and it is packed once it is paid.
        </p>
        <p style={{ ...body, margin: 0 }}>{whatNext(email)}</p>
      </Row>
      <Row padding="16px 32px">
        <BoxList boxes={email.boxes} />
      </Row>
      <Row padding="8px 32px 16px">
        <PillButton href={boxesAddress(siteUrl)} label="Change the card or cancel" />
      </Row>
      <Row padding="8px 32px 28px">
        <p style={{ ...body, margin: 0 }}>
          It began with order {email.number}. Questions? Answer this e-mail, or write to{' '}
          <OurAddress />.
        </p>
      </Row>
    </Layout>
  ),
}

function whatNext({ retryAt }: BoxEmail): string {
  return retryAt === null
    ? 'It is not tried again by itself. In your account you can use another card, or stop the box.'
    : `It is tried again on ${shortDayText(retryAt)}. Before then you can use another card in your account, or stop the box.`
}
