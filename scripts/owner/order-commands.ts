import { dayText } from '../../domain/day-text.ts'
import { formatPence } from '../../domain/money.ts'
import type { Refusal } from '../../supabase/functions/_shared/answers.ts'
import { call } from '../../supabase/functions/_shared/supabase.ts'
import { boxText, overdueText, readBox, readTurn } from './box-rows.ts'
import { OwnerError, type OwnerTools } from './connect.ts'
import { type Order, readEvents, readOrder, readOrders } from './order-rows.ts'
import { isToSend, type OrderStatus, readStatus, statusText } from './order-statuses.ts'
import { readSum, refund } from './refund-command.ts'
import { stopBox } from './stop-command.ts'
import { timeText } from './time-text.ts'

const usage = `npm run orders -- list [status]          the newest fifty orders; "list paid": all that are to be packed
npm run orders -- show <number>          one order with its lines and payment events
npm run orders -- fulfil <number>        mark it as sent
npm run orders -- refund <number> [sum]  pay back in part (850 in pence, or 8.50), or what is left
npm run orders -- stop <number> [now]    cancel the box that began with it, for the end of the paid time or at once`

const mostListed = 50
/** More than can be packed. */
const mostToPack = 1000

/** @throws OwnerError with what there is, unless this is one of the commands */
export function checkCommand([command]: string[]): void {
  if (!['list', 'show', 'fulfil', 'refund', 'stop'].includes(command ?? ''))
    throw new OwnerError(usage)
}

/**
 * Runs one of the owner's commands.
 * @throws OwnerError with what the owner should know
 */
export async function runOrdersCommand(tools: OwnerTools, args: string[]): Promise<void> {
  const [command, first, second] = args
  switch (command) {
    case 'list':
      return list(tools, first === undefined ? null : readStatus(args.slice(1).join(' ')))
    case 'show':
      return show(tools, numberOf(first))
    case 'fulfil':
      return fulfil(tools, numberOf(first))
    case 'refund':
      return refund(tools, numberOf(first), second === undefined ? null : readSum(second))
    case 'stop':
      if (second !== undefined && second !== 'now') throw new OwnerError(usage)
      return stopBox(tools, numberOf(first), second === 'now')
    default:
      throw new OwnerError(usage)
  }
}

async function list({ client, print }: OwnerTools, status: OrderStatus | null): Promise<void> {
  const orders = await readOrders(client, status, status === 'paid' ? mostToPack : mostListed)
  if (orders.length === 0) return print('There are no such orders.')
  print(row('Order', 'Placed', 'Status', 'Sent', 'Total', 'E-mail'))
  for (const order of orders)
    print(
      row(
        String(order.number),
        timeText(order.created_at),
        statusText(order.status),
        order.fulfilled_at !== null ? 'sent' : isToSend(order) ? 'to send' : '',
        formatPence(order.total),
        order.email === '' ? erasedText(order) : order.email,
      ),
    )
}

function row(
  number: string,
  placed: string,
  status: string,
  sent: string,
  total: string,
  email: string,
) {
  const cells = [
    number.padEnd(6),
    placed.padEnd(18),
    status.padEnd(18),
    sent.padEnd(7),
    total.padStart(9),
    email,
  ]
  return cells.join('  ')
}

async function show({ client, print }: OwnerTools, number: number): Promise<void> {
  const order = await readOrder(client, number)
  print(`Order ${order.number} of ${timeText(order.created_at)}: ${statusText(order.status)}`)
  if (order.fulfilled_at !== null) print(`Sent ${timeText(order.fulfilled_at)}`)
  if (order.email === '') print(`Its shopper was ${erasedText(order)}`)
  else for (const line of [order.email, ...addressLines(order)]) print(line)
  await showBox({ client, print }, order)
  print('')
  for (const item of order.order_items.toSorted((a, b) => a.position - b.position))
    print(
      `${item.quantity} × ${item.name}${item.size === null ? '' : `, size ${item.size}`}  ${formatPence(item.unit_amount * item.quantity)}`,
    )
  print(`${order.delivery_name} delivery  ${formatPence(order.delivery_price)}`)
  if (order.discount > 0) print(`Discount  -${formatPence(order.discount)}`)
  print(`Total  ${formatPence(order.total)}`)
  if (order.refunded > 0) print(`Paid back  ${formatPence(order.refunded)}`)
  if (order.paid_at !== null && !order.stock_held)
    print('Not everything was in stock any more when this was paid.')
  print('')
  for (const event of await readEvents(client, order.id))
    print(
      `${timeText(event.received_at)}  ${event.type}  ${event.outcome}  ${event.detail ?? ''}`.trimEnd(),
    )
}

/** How it stands with the box that an order began, or of which it is a later one. */
async function showBox(
  { client, print }: Pick<OwnerTools, 'client' | 'print'>,
  order: Order,
): Promise<void> {
  const box = await readBox(client, order)
  if (box === null) return
  if (order.stripe_invoice_id !== null)
    print(`A later box of order ${box.began}: number ${await readTurn(client, order)} in turn`)
  print(`The box of order ${box.began} ${boxText(box)}`)
  const overdue = overdueText(box)
  if (overdue !== null) print(overdue)
}

async function fulfil({ client, print }: OwnerTools, number: number): Promise<void> {
  const outcome = await call<{ error: Refusal } | { number: number }>(client, 'fulfil_order', {
    p_number: number,
  })
  if ('error' in outcome) throw new OwnerError(outcome.error.message)
  print(`Order ${number} is fulfilled.`)
}

function erasedText({ erased_at }: Order): string {
  return erased_at === null ? 'erased' : `erased on ${dayText(erased_at)}`
}

function addressLines({ delivery_address: address }: Order): string[] {
  if (address === null) return []
  const { name, line1, line2, city, county, postcode, country } = address
  return [name, line1, line2, city, county, postcode, country].filter(
    (line) => line !== null && line !== '',
  ) as string[]
}

function numberOf(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new OwnerError(usage)
  return Number(text)
}
