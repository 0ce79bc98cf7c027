import type { CSSProperties, ReactNode } from 'react'
import { intervalText } from '../../domain/interval-text.ts'
import type { OrderEmail } from '../emails.ts'
import { colours, receiptText, small } from './look.ts'
import { Picture, Table } from './parts.tsx'

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

/** What stays on one line: a size, a weight, a name. */
export function together(words: string): string {
  return words.replaceAll(' ', '\u00a0')
}

interface Details {
  /** '2 × £8.50', or null where it is said elsewhere. */
  price: string | null
  net?: string | null
  size: string | null
  interval?: OrderEmail['lines'][number]['interval']
}

/** The small words below the name of goods; a line breaks between them rather than in them. */
export function goodsDetails({ price, net, size, interval = null }: Details): string {
  const parts = [
    price && together(price),
    net && together(net),
    size && `size\u00a0${size}`,
    // 'every 3 months', whose number stays with its unit.
    intervalText(interval)?.replace(/(\d) /g, '$1\u00a0'),
  ]
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ')
}

/** A box for a list of goods or of sums; its rows are given. */
export function GoodsTable({ children }: { children: ReactNode }) {
  return (
    <Table className="ink" style={{ backgroundColor: colours.skim }}>
      {children}
    </Table>
  )
}

export function TableRow({ style, children }: { style: CSSProperties; children: ReactNode }) {
  return (
    <tr>
      <td style={style}>{children}</td>
    </tr>
  )
}

interface GoodsLineProps {
  goods: { slug: string; name: string }
  details: string
  /** What it costs; '' where nothing is to be said. */
  sum: string
  /** Room above and below, and at the sides, px. */
  room?: number
  sides?: number
  isParted: boolean
  children?: ReactNode
}

/** A row of a `GoodsTable`: sticker, name, details and sum. `children` stand below the details. */
export function GoodsLine(props: GoodsLineProps) {
  const { goods, details, sum, room = 12, sides = 24, isParted, children } = props
  return (
    <TableRow style={{ padding: `0 ${sides}px` }}>
      <Table style={isParted ? { borderTop: dashes } : {}}>
        <tr data-text="row">
          <td
            className="sticker"
            width={76}
            style={{ padding: `${room}px 12px ${room}px 0` }}
            data-skip-in-text="true"
          >
            <Picture
              name={goods.slug}
              alt={goods.name}
              width={72}
              height={86}
              style={narrowWords}
            />
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
    </TableRow>
  )
}

/** What something costs, whole however narrow the screen and long the words beside it. */
function SumCell({ style, children }: { style: CSSProperties; children: ReactNode }) {
  return (
    <td align="right" style={{ ...style, whiteSpace: 'nowrap' }}>
      {children}
    </td>
  )
}

interface SumRowProps {
  name: string
  sum: string
  style?: CSSProperties
  sumStyle?: CSSProperties
}

export function SumRow({ name, sum, style = receiptText, sumStyle = style }: SumRowProps) {
  return (
    <tr data-text="row">
      <td style={style}>{name}</td>
      <SumCell style={sumStyle}>{sum}</SumCell>
    </tr>
  )
}
