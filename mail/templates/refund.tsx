import { shortDayText } from '../../domain/day-text.ts'
import { formatPence } from '../../domain/money.ts'
import type { RefundEmail } from '../emails.ts'
import { ordersAddress } from './account-links.ts'
import { Layout, Row, Table } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, colours, heading, receiptText } from './look.ts'
import { OurAddress } from './our-address.tsx'
import { PillButton } from './pill-button.tsx'
import { SumCell } from './sum-cell.tsx'

const subject = ({ number, amount }: RefundEmail) =>
  `Order ${number}: ${formatPence(amount)} paid back`

/** Says exactly what goes back, of what, and how long it takes. */
export const refund: EmailTemplate<RefundEmail> = {
  subject,
  content: (data, siteUrl) => (
    <Layout
      subject={subject(data)}
      preview={`${formatPence(data.amount)} is on its way back to you.`}
      why="You get this because you ordered from us."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>Money back.</h1>
        <p style={{ ...body, margin: 0 }}>
          {data.isSoldOut &&
            'The last one had gone by the time your payment came in. We are sorry. '}
          We have sent back <strong>{formatPence(data.amount)}</strong> of order {data.number}, the
          way you paid it{purpose(data)}. {rest(data)} Banks take five to ten working days to show
          it.
        </p>
      </Row>
      <Row padding="16px 32px">
        <Sums data={data} />
      </Row>
      <Row padding="8px 32px 16px">
        <p style={{ ...body, margin: 0 }}>
          Something not right? Answer this e-mail, or write to <OurAddress />.
        </p>
      </Row>
      <Row padding="8px 32px 28px">
        <PillButton href={ordersAddress(siteUrl)} label="See your order" />
      </Row>
    </Layout>
  ),
}

/** The pieces that it is for; of a whole order that goes without saying. */
function purpose({ pieces, refunded, total }: RefundEmail): string {
  if (pieces.length === 0 || refunded >= total) return ''
  const named = pieces.map(({ name, quantity, size }) => `${quantity} × ${name}${sizeText(size)}`)
  return `, for ${named.join(', ')}`
}

function sizeText(size: string | null): string {
  return size === null || size === '' ? '' : ` (size ${size})`
}

function rest({ refunded, total }: RefundEmail): string {
  return refunded >= total
    ? 'With that you have back all that you paid for it.'
    : 'The rest of the order stays as it is.'
}

function Sums({ data: { number, placedAt, amount, refunded, total } }: { data: RefundEmail }) {
  return (
    <Table className="ink" style={{ backgroundColor: colours.skim }}>
      <tr>
        <td style={{ padding: '16px 24px' }}>
          <Table style={receiptText}>
            <Sum name={`Order ${number} of ${shortDayText(placedAt)}`} pence={total} />
            {refunded > amount && <Sum name="Paid back before" pence={refunded - amount} />}
            <Sum name="Paid back now" pence={amount} strong />
            {refunded > amount && <Sum name="Paid back in all" pence={refunded} />}
          </Table>
        </td>
      </tr>
    </Table>
  )
}

function Sum({ name, pence, strong = false }: { name: string; pence: number; strong?: boolean }) {
  const style = strong ? { ...receiptText, fontWeight: 'bold' as const } : receiptText
  return (
    <tr data-text="row">
      <td style={style}>{name}</td>
      <SumCell style={style}>{formatPence(pence)}</SumCell>
    </tr>
  )
}
