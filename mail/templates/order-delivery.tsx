import type { CSSProperties } from 'react'
import type { OrderEmail } from '../emails.ts'
import { Table } from './layout.tsx'
import { body } from './look.ts'
import { addressLines } from './order-words.ts'

const column: CSSProperties = { ...body, fontSize: 16, lineHeight: '24px', margin: 0 }

type Parcel = Pick<OrderEmail, 'address' | 'deliveryName' | 'deliveryTime'>

/** Where the parcel goes and how. */
export function OrderDelivery({ order }: { order: Parcel }) {
  return (
    <Table>
      <tr>
        {order.address !== null && (
          <td
            className="half"
            valign="top"
            width="50%"
            style={{ ...column, paddingRight: 16, paddingBottom: 8 }}
          >
            <strong>Going to</strong>
            <Lines lines={addressLines(order.address)} />
          </td>
        )}
        <td className="half" valign="top" style={{ ...column, paddingBottom: 8 }}>
          <strong>By</strong>
          <Lines lines={[`${order.deliveryName} delivery`, deliveryTime(order)]} />
        </td>
      </tr>
    </Table>
  )
}

/** At the latest thirty days, where nothing else was said (Consumer Rights Act 2015, section 28). */
function deliveryTime({ deliveryTime }: Parcel): string {
  return deliveryTime === null || deliveryTime === ''
    ? 'Within 30 days at the latest'
    : deliveryTime
}

function Lines({ lines }: { lines: string[] }) {
  return lines.map((line, index) => (
    <span key={index}>
      <br />
      {line}
    </span>
  ))
}
