import { labelParts } from '../../domain/allergens.ts'
import { business } from '../../domain/business.ts'
import { shortDayText } from '../../domain/day-text.ts'
import { isDeliveryInPrice } from '../../domain/delivery.ts'
import { formatPence } from '../../domain/money.ts'
import { intervalText } from '../../domain/interval-text.ts'
import type { OrderEmail, OrderLine } from '../emails.ts'
import { goodsDetails, together } from './goods-details.ts'
import { dashes, GoodsLine } from './goods-line.tsx'
import { Table } from './layout.tsx'
import { colours, heading, receiptText, small } from './look.ts'
import { SumCell } from './sum-cell.tsx'

/** The till receipt: what was bought with its allergens, delivery, discount and total. */
export function OrderReceipt({ order }: { order: OrderEmail }) {
  return (
    <Table className="ink" style={{ backgroundColor: colours.skim }}>
      <tr>
        <td
          style={{
            ...heading,
            fontSize: 24,
            lineHeight: '30px',
            padding: '24px 24px 8px',
            textAlign: 'center',
          }}
        >
          Order {order.number}
        </td>
      </tr>
      <tr>
        <td
          style={{
            ...receiptText,
            fontSize: 16,
            lineHeight: '22px',
            padding: '0 24px 12px',
            textAlign: 'center',
          }}
        >
          {shortDayText(order.placedAt)} · {together(`served by ${business.chef.name}`)}
        </td>
      </tr>
      {order.lines.map((line, index) => (
        <tr key={index}>
          <td style={{ padding: '0 24px' }}>
            <Line line={line} />
          </td>
        </tr>
      ))}
      <tr>
        <td style={{ padding: '0 24px 24px' }}>
          <Sums order={order} />
        </td>
      </tr>
    </Table>
  )
}

function Line({ line }: { line: OrderLine }) {
  return (
    <GoodsLine
      goods={line}
      details={details(line)}
      sum={formatPence(line.unitAmount * line.quantity)}
      room={12}
      isParted
    >
      {line.allergens !== null && line.allergens !== '' && (
        <>
          <br />
          <span style={small}>
            <Allergens text={line.allergens} />
          </span>
        </>
      )}
    </GoodsLine>
  )
}

function details({ quantity, unitAmount, net, size, interval }: OrderLine): string {
  const price = `${quantity} × ${formatPence(unitAmount)}`
  return goodsDetails({ price, net, size, interval: intervalText(interval) })
}

function Allergens({ text }: { text: string }) {
  return labelParts(text).map((part, index) =>
    part.strong ? <strong key={index}>{part.text}</strong> : <span key={index}>{part.text}</span>,
  )
}

function Sums({ order }: { order: OrderEmail }) {
  const vat = business.vatNumber === null ? '' : ', VAT included'
  return (
    <Table style={{ ...receiptText, borderTop: dashes, borderBottom: dashes }}>
      <SumRow name="Subtotal" sum={formatPence(order.subtotal)} />
      <SumRow name={`${order.deliveryName} delivery`} sum={deliveryText(order)} />
      {order.discount > 0 && <SumRow name="Discount" sum={formatPence(-order.discount)} />}
      <SumRow name={`Total${vat}`} sum={formatPence(order.total)} strong />
    </Table>
  )
}

function deliveryText(order: OrderEmail): string {
  return isDeliveryInPrice(order) ? 'included' : formatPence(order.deliveryPrice)
}

function SumRow({ name, sum, strong = false }: { name: string; sum: string; strong?: boolean }) {
  const style = strong
    ? { ...receiptText, fontSize: 21, fontWeight: 'bold' as const, paddingBottom: 10 }
    : { ...receiptText, paddingTop: name === 'Subtotal' ? 10 : 0 }
  return (
    <tr data-text="row">
      <td style={style}>{name}</td>
      <SumCell style={style}>{sum}</SumCell>
    </tr>
  )
}
