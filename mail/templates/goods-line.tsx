import type { CSSProperties, ReactNode } from 'react'
import { Table } from './layout.tsx'
import { colours, receiptText, small } from './look.ts'
import { Picture } from './picture.tsx'
import { SumCell } from './sum-cell.tsx'

/** What parts the lines of a list of goods. */
export const dashes = `3px dashed ${colours.ink}`

/** With pictures switched off a name has the width of its sticker: whole words of it fit. */
const narrowWords: CSSProperties = {
  fontFamily: 'Arial, sans-serif',
  fontSize: 10,
  lineHeight: '12px',
  overflowWrap: 'normal',
  wordBreak: 'normal',
}

interface GoodsLineProps {
  goods: { slug: string; name: string }
  details: string
  /** What it costs; '' where nothing is to be said. */
  sum: string
  /** Room above and below, px. */
  room: number
  isParted: boolean
  children?: ReactNode
}

/** A line of an order, a box or a cart: sticker, name, details and sum. `children` stand below the details. */
export function GoodsLine({ goods, details, sum, room, isParted, children }: GoodsLineProps) {
  return (
    <Table style={isParted ? { borderTop: dashes } : {}}>
      <tr data-text="row">
        <td
          className="sticker"
          width={76}
          style={{ padding: `${room}px 12px ${room}px 0` }}
          data-skip-in-text="true"
        >
          <Picture name={goods.slug} alt={goods.name} width={72} height={86} style={narrowWords} />
        </td>
        <td style={{ ...small, fontSize: 17, padding: `${room}px 12px ${room}px 0` }}>
          <strong>{goods.name}</strong>
          <br />
          <span style={{ ...small, color: colours.inkSoft }}>{details}</span>
          {children}
        </td>
        <SumCell
          style={{ ...receiptText, fontSize: 18, fontWeight: 'bold', padding: `${room}px 0` }}
        >
          {sum}
        </SumCell>
      </tr>
    </Table>
  )
}
