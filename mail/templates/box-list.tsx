import { formatPence } from '../../domain/money.ts'
import { intervalText } from '../../domain/interval-text.ts'
import type { Box } from '../emails.ts'
import { goodsDetails } from './goods-details.ts'
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
  const price = quantity === 1 ? null : `${quantity} × ${formatPence(unitAmount)}`
  return (
    <GoodsLine
      goods={box}
      details={goodsDetails({ price, size, interval: intervalText(interval) })}
      sum={formatPence(unitAmount * quantity)}
      room={16}
      isParted={!isFirst}
    />
  )
}
