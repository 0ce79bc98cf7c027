import { formatPence } from '../../domain/money.ts'
import type { OrderEmail } from '../emails.ts'
import { ordersAddress } from './account-links.ts'
import { Layout, Row } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, heading } from './look.ts'
import { OrderDelivery } from './order-delivery.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { BoxTerms, CancellationRights } from './order-rights.tsx'
import { PillButton } from './pill-button.tsx'

const subject = (order: OrderEmail) => `Order ${order.number} is in`

/** Repeats in writing everything that was said before the payment. */
export const orderConfirmation: EmailTemplate<OrderEmail> = {
  subject,
  content: (order, siteUrl) => (
    <Layout
      subject={subject(order)}
      preview={`Paid: ${formatPence(order.total)}. What is coming, where to, and your rights.`}
      why="You get this because you ordered from us."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>Got it. Got it. Packing it.</h1>
        <p style={{ ...body, margin: 0 }}>
          Thank you{order.address === null ? '' : `, ${order.address.name}`}. Your order is in and
          paid. Keep this e-mail: it is your receipt.
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
      <BoxTerms order={order} siteUrl={siteUrl} />
      <CancellationRights order={order} siteUrl={siteUrl} />
    </Layout>
  ),
}
