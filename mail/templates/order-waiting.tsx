import type { OrderEmail } from '../emails.ts'
import { ordersAddress } from './account-links.ts'
import { Layout, Row } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, heading } from './look.ts'
import { OrderDelivery } from './order-delivery.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { OurAddress } from './our-address.tsx'
import { PillButton } from './pill-button.tsx'

const subject = (order: OrderEmail) => `Order ${order.number} is in and waits for its payment`

/** To whoever pays in a way that takes days: the order is in, and what happens next. */
export const orderWaiting: EmailTemplate<OrderEmail> = {
  subject,
  content: (order, siteUrl) => (
    <Layout
      subject={subject(order)}
      preview="There is nothing for you to do. We write again when your bank has paid."
      why="You get this because you ordered from us."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>Got it. Waiting for your bank.</h1>
        <p style={body}>
          Thank you{order.address === null ? '' : `, ${order.address.name}`}. Your order is in, and
          its payment is on the way to us. The way you chose to pay can take a few working days.
          There is nothing for you to do, and no need to order again.
        </p>
        <p style={{ ...body, margin: 0 }}>
          <strong>What happens next:</strong> as soon as the payment has come in we send you the
          receipt and pack your parcel. Should it not come through, we write to tell you, and
          nothing is charged. Questions? Answer this e-mail, or write to <OurAddress />.
        </p>
      </Row>
      <Row padding="16px 32px">
        <OrderReceipt order={order} />
      </Row>
      <Row padding="8px 32px 4px">
        <OrderDelivery order={order} />
      </Row>
      <Row padding="16px 32px 28px">
        <PillButton href={ordersAddress(siteUrl)} label="See your order" />
      </Row>
    </Layout>
  ),
}
