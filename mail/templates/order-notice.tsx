import type { OrderEmail, OrderNotice } from '../emails.ts'
import { Layout, Row } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, colours, heading, small } from './look.ts'
import { MailLink } from './mail-link.tsx'
import { OrderDelivery } from './order-delivery.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { pieces } from './order-words.ts'

function parcel(order: OrderEmail): string {
  const count = pieces(order)
  return count === 1 ? '1 piece to pack' : `${count} pieces to pack`
}

const subject = (order: OrderNotice) =>
  `Order ${order.number}: ${parcel(order)}${order.boxOf === null ? '' : ` (later box of order ${order.boxOf})`}`

/** Two parcels of a box look alike; so that none is taken for the other. */
function laterBox({ boxOf, boxInTurn }: OrderNotice): string | null {
  if (boxOf === null) return null
  const place = boxInTurn === null ? '' : `, number ${boxInTurn} in turn`
  return `It is a later box of order ${boxOf}${place}: a parcel of its own, beside those before.`
}

/** To the owner: what to pack, in which sizes, for whom, and where it goes. */
export const orderNotice: EmailTemplate<OrderNotice> = {
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
        {order.boxOf !== null && <p style={{ ...body, margin: '12px 0 0' }}>{laterBox(order)}</p>}
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
