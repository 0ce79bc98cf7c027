import { formatPence } from '../../domain/money.ts'
import { intervalText } from '../../domain/quantity.ts'
import type { Box } from '../letters.ts'
import { Table } from './layout.tsx'
import { colours, receiptText, small } from './look.ts'
import { Picture } from './picture.tsx'

/** The boxes of a subscription: what each costs and how often it comes. */
export function BoxList({ boxes }: { boxes: Box[] }) {
  return (
    <Table className="ink" style={{ backgroundColor: colours.skim }}>
      {boxes.map((box, index) => (
        <tr key={index}>
          <td style={{ padding: '0 24px' }}>
            <BoxLine box={box} isFirst={index === 0} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function BoxLine({ box, isFirst }: { box: Box; isFirst: boolean }) {
  const { name, slug, quantity, unitAmount, size, interval } = box
  const details = [
    quantity === 1 ? null : `${quantity} × ${formatPence(unitAmount)}`,
    size === null || size === '' ? null : `size ${size}`,
    intervalText(interval),
  ].filter((part) => part !== null)
  return (
    <Table style={isFirst ? {} : { borderTop: `3px dashed ${colours.ink}` }}>
      <tr data-text="row">
        <td width={88} style={{ padding: '16px 0' }} data-skip-in-text="true">
          <Picture name={slug} alt={name} width={72} height={86} />
        </td>
        <td style={{ ...small, fontSize: 17, padding: '16px 12px 16px 0' }}>
          <strong>{name}</strong>
          <br />
          <span style={{ ...small, color: colours.inkSoft }}>{details.join(' · ')}</span>
        </td>
        <td
          className="sum"
          align="right"
          style={{ ...receiptText, fontSize: 18, fontWeight: 'bold', padding: '16px 0' }}
        >
          {formatPence(unitAmount * quantity)}
        </td>
      </tr>
    </Table>
  )
}
