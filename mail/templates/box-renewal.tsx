import { shortDayText } from '../../domain/day-text.ts'
import { formatPence } from '../../domain/money.ts'
import type { RenewalEmail } from '../emails.ts'
import { boxesAddress } from './account-links.ts'
import { Layout, Row } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, colours, heading, link, small, smallHeading } from './look.ts'
import { OurAddress } from './our-address.tsx'
import { OrderDelivery } from './order-delivery.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { PillButton } from './pill-button.tsx'

const subject = ({ number }: RenewalEmail) => `Order ${number}: your next box is paid`

/** The receipt of a later box, with the next payment and how to stop it. */
export const boxRenewal: EmailTemplate<RenewalEmail> = {
  subject,
  content: (order, siteUrl) => (
    <Layout
      subject={subject(order)}
      preview={`Paid: ${formatPence(order.total)}. What is coming, where to, and when the next payment is.`}
      why="You get this because you have a subscription with us."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>Round again. Packing it.</h1>
        <p style={{ ...body, margin: 0 }}>
          The payment for your next box went through. Keep this e-mail: it is your receipt.
        </p>
      </Row>
      <Row padding="16px 32px">
        <OrderReceipt order={order} />
      </Row>
      <Row padding="8px 32px 4px">
        <OrderDelivery order={order} />
      </Row>
      <Row padding="16px 32px 28px">
        <PillButton href={boxesAddress(siteUrl)} label="See your boxes" />
      </Row>
      <WhatNext order={order} siteUrl={siteUrl} />
    </Layout>
  ),
}

function WhatNext({ order, siteUrl }: { order: RenewalEmail; siteUrl: URL }) {
  const { nextAt, nextAmount } = order
  return (
    <Row padding="20px 32px" background={colours.mint}>
      <h2 style={smallHeading}>{nextAt === null ? 'This is the last one' : 'The next one'}</h2>
      <p style={{ ...small, margin: '0 0 10px' }}>
        {nextAt === null ? (
          'Your subscription is cancelled, and no more payments will be taken.'
        ) : (
          <>
            The next payment is <strong>{formatPence(nextAmount)}</strong> on{' '}
            <strong>{shortDayText(nextAt)}</strong>, with the delivery in it. To stop it, press
            “Manage or cancel” in{' '}
            <a href={boxesAddress(siteUrl)} style={link}>
              your account
            </a>{' '}
            before then, or write to <OurAddress />. It costs nothing.
          </>
        )}
      </p>
      <p style={{ ...small, margin: 0 }}>
        Version {order.termsVersion} of our{' '}
        <a href={new URL('/terms-of-service', siteUrl).href} style={link}>
          terms
        </a>{' '}
        holds. Something broken or wrong? Tell us, and we put it right at our cost.
      </p>
    </Row>
  )
}
