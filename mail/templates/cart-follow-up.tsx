import { business } from '../../domain/business.ts'
import { formatPence } from '../../domain/money.ts'
import type { EmailData } from '../emails.ts'
import { together } from './goods-details.ts'
import { dashes, GoodsLine } from './goods-line.tsx'
import { Layout, Row, Table } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, colours, heading, receiptText, small } from './look.ts'
import { PillButton } from './pill-button.tsx'
import { SumCell } from './sum-cell.tsx'

type Data = EmailData['cart_follow_up']
type Line = Data['lines'][number]

/** So many lines are shown; of a longer cart the rest is counted. */
const mostShown = 10

const words = {
  first: {
    subject: 'Your cart is still warm',
    preview: 'Everything is where you left it. One press brings it back, on any device.',
    title: 'Left something on the stall?',
    text: 'Your cart is where you left it. One press brings it back, on this device or any other.',
  },
  second: {
    subject: 'Shall we put your cart away?',
    preview: 'It is still here. This is the last time that we mention it.',
    title: 'Still yours, if you fancy it.',
    text: 'Your cart is still here. This is the last time that we mention it, promise.',
  },
} as const

/** Goes to an address that nobody has confirmed, so it carries nothing that somebody typed. */
export const cartFollowUp: EmailTemplate<Data> = {
  subject: ({ which }) => words[which].subject,
  content: ({ which, lines, links }, siteUrl) => {
    const { subject, preview, title, text } = words[which]
    return (
      <Layout
        subject={subject}
        preview={preview}
        why={`You get this because you asked ${business.tradingName} to remind you of a cart that you leave: twice at most.`}
        wayOut={links.unsubscribe}
        siteUrl={siteUrl}
      >
        <Row padding="28px 32px 8px">
          <h1 style={heading}>{title}</h1>
          <p style={{ ...body, margin: 0 }}>{text}</p>
        </Row>
        <Row padding="12px 32px">
          <Lines lines={lines} />
        </Row>
        <Row padding="8px 32px 16px">
          <PillButton href={links.restore} label="Bring my cart back" />
        </Row>
        <Row padding="8px 32px 24px">
          <p style={{ ...small, margin: 0, color: colours.inkSoft }}>
            Prices are today’s. Delivery is added in the cart, and nothing is put aside until it is
            paid.
          </p>
        </Row>
      </Layout>
    )
  },
}

/** What is in the cart, and what those of it cost together that can be bought now. */
function Lines({ lines }: { lines: Line[] }) {
  const sum = lines.reduce((total, line) => total + (line.unitAmount ?? 0) * line.quantity, 0)
  const hidden = lines.length - mostShown
  return (
    <Table className="ink" style={{ backgroundColor: colours.skim }}>
      {lines.slice(0, mostShown).map((line, index) => (
        <tr key={index}>
          <td style={{ padding: '0 20px' }}>
            <OneLine line={line} isFirst={index === 0} />
          </td>
        </tr>
      ))}
      {hidden > 0 && (
        <tr>
          <td style={{ ...small, padding: '12px 20px', borderTop: dashes }}>
            {`and ${hidden} more`}
          </td>
        </tr>
      )}
      <tr>
        <td style={{ padding: '0 20px 16px' }}>
          <Subtotal pence={sum} />
        </td>
      </tr>
    </Table>
  )
}

function Subtotal({ pence }: { pence: number }) {
  const style = { ...receiptText, fontWeight: 'bold', paddingTop: 12 }
  return (
    <Table style={{ borderTop: dashes }}>
      <tr data-text="row">
        <td style={style}>Subtotal</td>
        <SumCell style={{ ...style, fontSize: 21 }}>{formatPence(pence)}</SumCell>
      </tr>
    </Table>
  )
}

function OneLine({ line, isFirst }: { line: Line; isFirst: boolean }) {
  const { quantity, unitAmount } = line
  const price =
    unitAmount === null ? ', not on sale just now' : together(` × ${formatPence(unitAmount)}`)
  return (
    <GoodsLine
      goods={line}
      details={`${quantity}${price}`}
      sum={unitAmount === null ? '' : formatPence(unitAmount * quantity)}
      room={12}
      isParted={!isFirst}
    />
  )
}
