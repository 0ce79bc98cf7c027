import { business } from '../../domain/business.ts'
import { dayText } from '../../domain/day-text.ts'
import type { EmailData } from '../emails.ts'
import { Layout, Row } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, colours, heading, small } from './look.ts'
import { PillButton } from './pill-button.tsx'

type Data = EmailData['discount_code']

/** Goes to an address that nobody has confirmed, so it carries nothing that somebody typed. */
export const discountCode: EmailTemplate<Data> = {
  subject: ({ percent }) => `Your ${percent}% off`,
  content: (data, siteUrl) => (
    <Layout
      subject={`Your ${data.percent}% off`}
      preview={`Type ${data.code} in the cart.`}
      why={`You get this because somebody asked for a discount code with this address at ${business.tradingName}.`}
      wayOut={data.links.unsubscribe}
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>{`${data.percent}% off, all yours.`}</h1>
        <p style={{ ...body, margin: 0 }}>
          Type this in your cart, signed in with this e-mail address, before you pay:
        </p>
      </Row>
      <Row padding="8px 32px">
        <p
          style={{
            fontFamily: "'Courier New', monospace",
            fontSize: 30,
            lineHeight: '44px',
            fontWeight: 'bold',
            letterSpacing: 2,
            color: colours.ink,
            margin: 0,
          }}
        >
          {data.code}
        </p>
      </Row>
      <Row padding="8px 32px 16px">
        <PillButton href={new URL('/shop', siteUrl).href} label="Shop Now!" />
      </Row>
      <Row padding="16px 32px 24px">
        <p style={{ ...small, margin: 0, color: colours.inkSoft }}>
          {`Once, until ${dayText(data.expiresAt)}, on what you buy and not on its delivery; with a box, on the first payment.`}
        </p>
      </Row>
    </Layout>
  ),
}
