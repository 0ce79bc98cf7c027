import type { OrderEmail } from '../emails.ts'
import { Layout, Row } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, heading } from './look.ts'
import { OurAddress } from './our-address.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { PillButton } from './pill-button.tsx'

const subject = (order: OrderEmail) => `Order ${order.number}: the payment did not go through`

export const paymentFailed: EmailTemplate<OrderEmail> = {
  subject,
  content: (order, siteUrl) => (
    <Layout
      subject={subject(order)}
      preview="Nothing has been charged, and nothing is on its way."
      why="You get this because you ordered from us."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>The payment fell through.</h1>
        <p style={{ ...body, margin: 0 }}>
          Your bank or card did not go through with the payment, so nothing has been charged and
          nothing is on its way. What you had chosen is out of your cart and back on the shelf. To
          order it again, put it in your cart and pay as before, with another card if you like. Or
          write to <OurAddress /> if something looks wrong.
        </p>
      </Row>
      <Row padding="16px 32px">
        <OrderReceipt order={order} />
      </Row>
      <Row padding="16px 32px 28px">
        <PillButton href={new URL('/shop', siteUrl).href} label="Back to the shop" />
      </Row>
    </Layout>
  ),
}
