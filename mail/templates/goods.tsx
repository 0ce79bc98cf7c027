import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { intervalText } from '../../domain/interval-text.ts'
import { formatPence } from '../../domain/money.ts'
import type { OrderEmail } from '../emails.ts'
import { colours, receiptStyle, getTextStyle, smallStyle } from './styles.ts'
import { Picture, Row, Table } from './parts.tsx'

export const dashedBorder = `3px dashed ${colours.ink}`

/**
 * The style of a product picture's alt text, which is shown when pictures are switched off. It is small, so that whole words fit
 * into the width of the picture.
 */
const narrowWords: CSSProperties = {
  fontFamily: 'Arial, sans-serif',
  ...getTextStyle(10, 12),
  overflowWrap: 'normal',
  wordBreak: 'normal',
}

export function preventLineBreaks(words: string): string {
  return words.replaceAll(' ', '\u00a0')
}

interface Details {
  /** Text such as '2 × £8.50'; null when the price is shown elsewhere. */
  price: string | null
  net?: string | null
  size: string | null
  interval?: OrderEmail['lines'][number]['interval']
}

export function formatGoodsDetails({ price, net, size, interval = null }: Details): string {
  const parts = [
    price && preventLineBreaks(price),
    net && preventLineBreaks(net),
    size && `size\u00a0${size}`,
    // Keeps number and unit on one line, as in 'every 3 months'.
    intervalText(interval)?.replace(/(\d) /g, '$1\u00a0'),
  ]
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ')
}

export function GoodsTable({ padding, children }: { padding: string; children: ReactNode }) {
  return (
    <Row padding={padding}>
      <Table className="ink" style={{ backgroundColor: colours.skim }}>
        {children}
      </Table>
    </Row>
  )
}

export function TableRow(cell: ComponentProps<'td'>) {
  return (
    <tr>
      <td {...cell} />
    </tr>
  )
}

interface GoodsListProps<Line> {
  goods: Line[]
  details: (line: Line) => string
  below?: (line: Line) => ReactNode
  /** The padding above and below each line (`room`), and at its sides (`sides`), in px. */
  room?: number
  sides?: number
  isFirstParted?: boolean
}

interface Goods {
  slug: string
  name: string
  quantity: number
  /** The price of one piece in pence; null or undefined shows no price. */
  unitAmount?: number | null
}

export function GoodsLines<Line extends Goods>(props: GoodsListProps<Line>) {
  const { goods, details, below, room = 12, sides = 24, isFirstParted = false } = props
  const padding = `${room}px 12px ${room}px 0`
  return goods.map((line, index) => (
    <TableRow key={index} style={{ padding: `0 ${sides}px` }}>
      <Table style={index > 0 || isFirstParted ? { borderTop: dashedBorder } : {}}>
        <tr data-text="row">
          <td className="sticker" width={76} style={{ padding }} data-skip-in-text="true">
            <Picture name={line.slug} alt={line.name} width={72} height={86} style={narrowWords} />
          </td>
          <td style={{ ...smallStyle, fontSize: 17, padding }}>
            <strong>{line.name}</strong>
            <br />
            <span style={{ ...smallStyle, color: colours.inkSoft }}>{details(line)}</span>
            {below?.(line)}
          </td>
          <SumCell
            style={{ ...receiptStyle, fontSize: 18, fontWeight: 'bold', padding: `${room}px 0` }}
            sum={line.unitAmount == null ? null : line.unitAmount * line.quantity}
          />
        </tr>
      </Table>
    </TableRow>
  ))
}

function SumCell({ style, sum }: { style: CSSProperties; sum: number | string | null }) {
  return (
    <td align="right" style={{ ...style, whiteSpace: 'nowrap' }}>
      {typeof sum === 'number' ? formatPence(sum) : sum}
    </td>
  )
}

interface SumRowProps {
  name: string
  sum: number | string
  style?: CSSProperties
  sumStyle?: CSSProperties
}

export function SumRow({ name, sum, style = receiptStyle, sumStyle = style }: SumRowProps) {
  return (
    <tr data-text="row">
      <td style={style}>{name}</td>
      <SumCell style={sumStyle} sum={sum} />
    </tr>
  )
}
