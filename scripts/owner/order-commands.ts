import { formatPence } from '../../domain/money.ts'
import type { Refusal } from '../../supabase/functions/_shared/answers.ts'
import { call } from '../../supabase/functions/_shared/supabase.ts'
import { paymentOfSession } from '../../supabase/functions/stripe-webhook/subscription-order.ts'
import { OwnerError, type OwnerTools } from './connect.ts'
import { timeText } from './time-text.ts'
import { type Order, readEvents, readOrder, readOrders } from './order-rows.ts'

const usage = `npm run orders -- list [status]            the newest fifty orders
npm run orders -- show <number>            one order with its lines and payment events
npm run orders -- fulfil <number>          mark it as sent
npm run orders -- refund <number> [pence]  pay back in part, or what is left`

/** @throws OwnerError with what there is, unless this is one of the commands */
export function checkCommand([command]: string[]): void {
  if (!['list', 'show', 'fulfil', 'refund'].includes(command ?? '')) throw new OwnerError(usage)
}

/**
 * Runs one of the owner's commands.
 * @throws OwnerError with what the owner should know
 */
export async function runOrdersCommand(tools: OwnerTools, args: string[]): Promise<void> {
  const [command, first, second] = args
  switch (command) {
    case 'list':
      return list(tools, first ?? null)
    case 'show':
      return show(tools, numberOf(first))
    case 'fulfil':
      return fulfil(tools, numberOf(first))
    case 'refund':
      return refund(tools, numberOf(first), second === undefined ? null : penceOf(second))
    default:
      throw new OwnerError(usage)
  }
}

async function list({ client, print }: OwnerTools, status: string | null): Promise<void> {
  const orders = await readOrders(client, status, 50)
  if (orders.length === 0) print('There are no such orders.')
  for (const order of orders)
    print(
      [
        order.number,
        timeText(order.created_at),
        words(order.status).padEnd(18),
        formatPence(order.total).padStart(9),
        order.email,
      ].join('  '),
    )
}

async function show({ client, print }: OwnerTools, number: number): Promise<void> {
  const order = await readOrder(client, number)
  print(`Order ${order.number} of ${timeText(order.created_at)}: ${words(order.status)}`)
  if (order.fulfilled_at !== null) print(`Sent ${timeText(order.fulfilled_at)}`)
  print(order.email)
  for (const line of addressLines(order)) print(line)
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

async function fulfil({ client, print }: OwnerTools, number: number): Promise<void> {
  const outcome = await call<{ error: Refusal } | { number: number }>(client, 'fulfil_order', {
    p_number: number,
  })
  if ('error' in outcome) throw new OwnerError(outcome.error.message)
  print(`Order ${number} is fulfilled.`)
}

/** The order changes when the provider's notification of the refund arrives. The same refund twice is one. */
async function refund(tools: OwnerTools, number: number, pence: number | null): Promise<void> {
  const order = await readOrder(tools.client, number)
  const left = order.total - order.refunded
  const amount = pence ?? left
  if (order.paid_at === null)
    throw new OwnerError(`Order ${number} is ${words(order.status)}: nothing was paid`)
  if (amount < 1 || amount > left)
    throw new OwnerError(`Of order ${number}, ${formatPence(left)} can be paid back`)
  const payment = await paymentOf(tools, order)
  await tools.stripe.refunds.create(
    { payment_intent: payment, amount, metadata: { order_id: order.id } },
    { idempotencyKey: `refund:${order.id}:${order.refunded}:${amount}` },
  )
  tools.print(
    `${formatPence(amount)} of order ${number} goes back to the shopper. Stock stays as it is.`,
  )
}

async function paymentOf({ client, stripe }: OwnerTools, order: Order): Promise<string> {
  if (order.stripe_payment_intent_id !== null) return order.stripe_payment_intent_id
  const found =
    order.stripe_session_id === null
      ? null
      : await paymentOfSession(stripe, order.stripe_session_id)
  if (found === null)
    throw new OwnerError(`The payment of order ${order.number} was not found at the provider`)
  await call(client, 'note_payment_intent', { p_order_id: order.id, p_payment_intent_id: found })
  return found
}

function addressLines({ delivery_address: address }: Order): string[] {
  if (address === null) return []
  const { name, line1, line2, city, county, postcode, country } = address
  return [name, line1, line2, city, county, postcode, country].filter(
    (line) => line !== null && line !== '',
  ) as string[]
}

function words(status: string): string {
  return status.replaceAll('_', ' ')
}

function numberOf(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new OwnerError(usage)
  return Number(text)
}

function penceOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new OwnerError(`"${text}" is not a sum in pence`)
  return Number(text)
}
