import type { OrderLetter } from '../letters.ts'
import { Layout, Row } from './layout.tsx'
import type { LetterTemplate } from './letter-template.ts'
import { body, colours, heading, small } from './look.ts'
import { MailLink } from './mail-link.tsx'
import { OrderDelivery } from './order-delivery.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { pieces } from './order-words.ts'

function parcel(order: OrderLetter): string {
  const count = pieces(order)
  return count === 1 ? '1 piece to pack' : `${count} pieces to pack`
}

const subject = (order: OrderLetter) => `Order ${order.number}: ${parcel(order)}`

/** To the owner: what to pack, in which sizes, for whom, and where it goes. */
export const orderNotice: LetterTemplate<OrderLetter> = {
  subject,
  content: (order, siteUrl) => (
    <Layout
      subject={subject(order)}
      preview={`${order.deliveryName} delivery, paid.`}
      why="The shop writes this for each paid order. Answering it writes to the shopper."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>{parcel(order)}</h1>
        <p style={{ ...body, margin: 0 }}>
          Order {order.number} is paid. It is from <MailLink email={order.email} />.
        </p>
      </Row>
      {order.note !== null && order.note !== '' && (
        <Row padding="16px 32px" background={colours.butter}>
          <p style={{ ...body, margin: 0 }}>
            <strong>Look out:</strong> {order.note}
          </p>
        </Row>
      )}
      <Row padding="16px 32px">
        <OrderReceipt order={order} />
      </Row>
      <Row padding="8px 32px 12px">
        <OrderDelivery order={order} />
      </Row>
      <Row padding="8px 32px 28px">
        <p style={{ ...small, margin: 0 }}>
          When it is posted: <code>npm run orders -- fulfil {order.number}</code>
        </p>
      </Row>
    </Layout>
  ),
}
