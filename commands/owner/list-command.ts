import { isDay, londonDay } from '../../domain/dates.ts'
import { formatPence } from '../../domain/money.ts'
import { OwnerError, type OwnerTools } from './connect.ts'
import { type FoundOrder, type OrderFilter, readOrders, orderStatuses } from './rows.ts'
import { erasedText, orderLinesText, statusText, momentText } from './texts.ts'

const onPage = 50
/** The limit for paid orders, which are listed on one page; the kitchen cannot pack this many. */
const maxToPack = 1000

/**
 * Parses the argument of `orders list`: `today`, a day, a status or search words. `now` is in ms since 1970.
 * @throws OwnerError for search words that are too short
 */
export function parseOrderFilter(typed: string, now: number): OrderFilter {
  const words = typed.trim().replace(/^#(?=\d)/, '')
  if (words === '') return {}
  if (words.toLowerCase() === 'today') return { day: londonDay(now) }
  const [, date, month, year] = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(words) ?? []
  const day =
    year === undefined ? words : `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`
  if (isDay(day)) return { day }
  // Accepts a status in any letter case, with spaces, hyphens or underscores between its words.
  const typedStatus = words.toLowerCase().replace(/[\s-]+/g, '_')
  const status = orderStatuses.find((one) => one === typedStatus)
  if (status !== undefined) return { status }
  if (words.length < 3 && !/^\d+$/.test(words))
    throw new OwnerError('Three letters at least are needed to look for')
  return { search: words }
}

export async function listOrders(
  { client, print }: OwnerTools,
  filter: OrderFilter,
  page: number,
): Promise<void> {
  const limit = filter.status === 'paid' ? maxToPack : onPage
  const first = (page - 1) * limit
  const { total, orders } = await readOrders(client, filter, limit, first)
  if (orders.length === 0) return print(nothing(filter, total))
  print(row(['Order', 'Placed', 'Status', 'Sent', 'Total', 'E-mail']))
  for (const order of orders) {
    print(
      row([
        String(order.number),
        momentText(order.created_at),
        statusText(order.status),
        order.fulfilled_at !== null ? 'sent' : isToSend(order) ? 'to send' : '',
        formatPence(order.total),
        order.email === '' ? erasedText(order) : order.email,
      ]),
    )
    print(`${' '.repeat(8)}${contents(order)}`)
  }
  print('')
  print(count(first, orders.length, total))
  if (first + orders.length < total) print(`The next: add --page ${page + 1}`)
}

function nothing({ search }: OrderFilter, total: number): string {
  if (total > 0) return `There are no more of these ${number(total)} orders.`
  if (search === undefined) return 'There are no such orders.'
  return `There are no orders with "${search}" in a name, an e-mail address, their number or a product. A status is one of: ${orderStatuses.map(statusText).join(', ')}`
}

function count(first: number, shown: number, total: number): string {
  if (shown === total) return total === 1 ? '1 order.' : `${number(total)} orders.`
  return `${number(first + 1)} to ${number(first + shown)} of ${number(total)} orders, the newest first.`
}

function number(value: number): string {
  return value.toLocaleString('en-GB')
}

function contents({ name, lines }: FoundOrder): string {
  return name === null || name === '' ? orderLinesText(lines) : `${name}: ${orderLinesText(lines)}`
}

/** Returns true for an order that is to be packed: it is paid, even if partly refunded, and not sent yet. */
function isToSend({ status, fulfilled_at }: FoundOrder): boolean {
  return (status === 'paid' || status === 'partially_refunded') && fulfilled_at === null
}

/** Column widths in characters; a negative width aligns the column to the right. */
const widths = [6, 18, 18, 7, -9, 0]

function row(cells: string[]): string {
  const padded = cells.map((cell, column) => {
    const width = widths[column] ?? 0
    return width < 0 ? cell.padStart(-width) : cell.padEnd(width)
  })
  return padded.join('  ')
}
