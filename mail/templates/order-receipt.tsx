import type { ReactNode } from 'react'
import { labelParts } from '../../domain/allergens.ts'
import { business } from '../../domain/business.ts'
import { shortDayText } from '../../domain/day-text.ts'
import { formatPence } from '../../domain/money.ts'
import { intervalText } from '../../domain/quantity.ts'
import type { OrderLetter, OrderLine } from '../letters.ts'
import { Table } from './layout.tsx'
import { colours, heading, receiptText, small } from './look.ts'
import { Picture } from './picture.tsx'

const dashes = `3px dashed ${colours.ink}`

/** The till receipt: what was bought with its allergens, delivery, discount and total. */
export function OrderReceipt({ order }: { order: OrderLetter }) {
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
          {shortDayText(order.placedAt)} · served by {business.chef.name}
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
    <Table style={{ borderTop: dashes }}>
      <tr data-text="row">
        <td width={88} style={{ padding: '12px 0' }} data-skip-in-text="true">
          <Picture name={line.slug} alt={line.name} width={72} height={86} />
        </td>
        <td style={{ ...small, fontSize: 17, padding: '12px 12px 12px 0' }}>
          <strong>{line.name}</strong>
          <br />
          <span style={{ ...small, color: colours.inkSoft }}>{details(line)}</span>
          {line.allergens !== null && line.allergens !== '' && (
            <>
              <br />
              <span style={small}>
                <Allergens text={line.allergens} />
              </span>
            </>
          )}
        </td>
        <Sum>{formatPence(line.unitAmount * line.quantity)}</Sum>
      </tr>
    </Table>
  )
}

function details({ quantity, unitAmount, net, size, interval }: OrderLine): string {
  return [
    `${quantity} × ${formatPence(unitAmount)}`,
    net,
    size !== null && size !== '' ? `size ${size}` : null,
    intervalText(interval),
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
}

function Allergens({ text }: { text: string }) {
  return labelParts(text).map((part, index) =>
    part.strong ? <strong key={index}>{part.text}</strong> : <span key={index}>{part.text}</span>,
  )
}

function Sums({ order }: { order: OrderLetter }) {
  const vat = business.vatNumber === null ? '' : ', VAT included'
  return (
    <Table style={{ ...receiptText, borderTop: dashes, borderBottom: dashes }}>
      <SumRow name="Subtotal" sum={formatPence(order.subtotal)} />
      <SumRow name={`${order.deliveryName} delivery`} sum={formatPence(order.deliveryPrice)} />
      {order.discount > 0 && <SumRow name="Discount" sum={formatPence(-order.discount)} />}
      <SumRow name={`Total${vat}`} sum={formatPence(order.total)} strong />
    </Table>
  )
}

function SumRow({ name, sum, strong = false }: { name: string; sum: string; strong?: boolean }) {
  const style = strong
    ? { ...receiptText, fontSize: 21, fontWeight: 'bold' as const, paddingBottom: 10 }
    : { ...receiptText, paddingTop: name === 'Subtotal' ? 10 : 0 }
  return (
    <tr data-text="row">
      <td style={style}>{name}</td>
      <td className="sum" align="right" style={style}>
        {sum}
      </td>
    </tr>
  )
}

function Sum({ children }: { children: ReactNode }) {
  return (
    <td
      className="sum"
      align="right"
      style={{ ...receiptText, fontSize: 18, fontWeight: 'bold', padding: '12px 0' }}
    >
      {children}
    </td>
  )
}
