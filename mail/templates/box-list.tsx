import { formatPence } from '../../domain/money.ts'
import { intervalText } from '../../domain/quantity.ts'
import type { Box } from '../letters.ts'
import { GoodsLine } from './goods-line.tsx'
import { Table } from './layout.tsx'
import { colours } from './look.ts'

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
  const { quantity, unitAmount, size, interval } = box
  const details = [
    quantity === 1 ? null : `${quantity} × ${formatPence(unitAmount)}`,
    size === null || size === '' ? null : `size ${size}`,
    intervalText(interval),
  ].filter((part) => part !== null)
  return (
    <GoodsLine
      goods={box}
      details={details.join(' · ')}
      sum={formatPence(unitAmount * quantity)}
      room={16}
      isParted={!isFirst}
    />
  )
}
