import type { SentEmail } from '../emails.ts'
import { ordersAddress } from './account-links.ts'
import { goodsDetails } from './goods-details.ts'
import { GoodsLine } from './goods-line.tsx'
import { Layout, Row, Table } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, colours, heading } from './look.ts'
import { OrderDelivery } from './order-delivery.tsx'
import { OurAddress } from './our-address.tsx'
import { PillButton } from './pill-button.tsx'

const subject = ({ number }: SentEmail) => `Order ${number} is on its way`

/** The parcel has left: who carries it, how to follow it, what is in it and where it goes. */
export const orderSent: EmailTemplate<SentEmail> = {
  subject,
  content: (data, siteUrl) => (
    <Layout
      subject={subject(data)}
      preview={`Your parcel has left our kitchen${by(data)}.`}
      why="You get this because you ordered from us."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>On its way.</h1>
        <p style={{ ...body, margin: 0 }}>
          The parcel of your order {data.number} has left our kitchen{by(data)}.
        </p>
        {data.trackingNumber !== null && (
          <p style={{ ...body, margin: '12px 0 0' }}>
            Its tracking number is <strong>{data.trackingNumber}</strong>.
          </p>
        )}
      </Row>
      <Row padding="16px 32px">
        {data.trackingLink === null ? (
          <PillButton href={ordersAddress(siteUrl)} label="See your order" />
        ) : (
          <PillButton href={data.trackingLink} label="Follow your parcel" />
        )}
      </Row>
      {data.lines.length > 0 && (
        <Row padding="8px 32px 16px">
          <Goods lines={data.lines} />
        </Row>
      )}
      <Row padding="8px 32px 4px">
        <OrderDelivery order={data} />
      </Row>
      <Row padding="8px 32px 28px">
        <p style={{ ...body, margin: 0 }}>
          Not there when it should be, or something not right with it? Answer this e-mail, or write
          to <OurAddress />.
        </p>
      </Row>
    </Layout>
  ),
}

function by({ carrier }: SentEmail): string {
  return carrier === null || carrier === '' ? '' : ` with ${carrier}`
}

function Goods({ lines }: Pick<SentEmail, 'lines'>) {
  return (
    <Table className="ink" style={{ backgroundColor: colours.skim }}>
      {lines.map((line, index) => (
        <tr key={index}>
          <td style={{ padding: '0 24px' }}>
            <GoodsLine
              goods={line}
              details={goodsDetails({
                price: line.quantity === 1 ? '1 piece' : `${line.quantity} pieces`,
                size: line.size,
                interval: null,
              })}
              sum=""
              room={12}
              isParted={index > 0}
            />
          </td>
        </tr>
      ))}
    </Table>
  )
}
