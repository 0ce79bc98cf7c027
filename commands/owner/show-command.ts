import { allocateSum } from '../../domain/allocate.ts'
import { formatPence } from '../../domain/money.ts'
import { rpc } from '../../supabase/client.ts'
import type { OwnerTools } from './connect.ts'
import {
  type Order,
  type OrderItem,
  type OrderRefund,
  readBoxSubscription,
  readPaymentEvents,
  readOrder,
  readBoxPosition,
} from './rows.ts'
import {
  boxStatusText,
  erasedText,
  orderLinesText,
  overdueText,
  statusText,
  momentText,
} from './texts.ts'

type Tools = Pick<OwnerTools, 'client' | 'print'>

export async function showOrder({ client, print }: Tools, number: number): Promise<void> {
  const order = await readOrder(client, number)
  print(`Order ${order.number} of ${momentText(order.created_at)}: ${statusText(order.status)}`)
  if (order.fulfilled_at !== null) print(sentText(order, order.fulfilled_at))
  if (order.email === '') print(`Its shopper was ${erasedText(order)}`)
  else for (const line of [order.email, ...addressLines(order)]) print(line)
  for (const line of giftLines(order)) print(line)
  await showBox({ client, print }, order)
  print('')
  showLines(print, order)
  const fault = await rpc(client, 'recipe_choice_error', { p_order_id: order.id })
  if (fault !== null) print(`${fault}: fulfil it with --jar old or --jar new.`)
  for (const refund of order.refunds.toSorted((a, b) => a.asked_at.localeCompare(b.asked_at)))
    print(refundText(order, refund))
  print('')
  for (const event of await readPaymentEvents(client, order.id))
    print(
      `${momentText(event.received_at)}  ${event.type}  ${event.outcome}  ${event.detail ?? ''}`.trimEnd(),
    )
}

function sentText({ carrier, tracking }: Order, sentAt: string): string {
  return [`Sent ${momentText(sentAt)}`, carrier === null ? null : `with ${carrier}`, tracking]
    .filter((part) => part !== null)
    .join(', ')
}

function showLines(print: Tools['print'], order: Order): void {
  const items = order.order_items.toSorted((a, b) => a.position - b.position)
  const costs = items.map((item) => item.unit_amount * item.quantity)
  const paid = allocateSum(order.total - order.delivery_price, costs)
  for (const [place, item] of items.entries()) {
    print(lineText(item, costs[place] ?? 0, order.paid_at === null ? null : (paid[place] ?? 0)))
    for (const recipe of item.packed_recipes) print(recipeText(recipe))
  }
  print(`${order.delivery_name} delivery  ${formatPence(order.delivery_price)}`)
  if (order.discount > 0) print(`Discount  -${formatPence(order.discount)}`)
  print(`Total  ${formatPence(order.total)}`)
  if (order.refunded > 0) print(`Paid back  ${formatPence(order.refunded)}`)
  if (order.paid_at !== null && !order.stock_held)
    print('Not everything was in stock any more when this was paid.')
}

/** Returns text such as '2 × Nashville Chilli Crisp £17.00 (line 1, £15.30 paid, 1 paid back)'. */
function lineText(item: OrderItem, cost: number, paid: number | null): string {
  const size = item.size === null ? '' : `, size ${item.size}`
  const notes = [
    `line ${item.position + 1}`,
    paid === null || paid === cost ? null : `${formatPence(paid)} paid`,
    item.refunded_quantity === 0 ? null : `${item.refunded_quantity} paid back`,
  ].filter((note) => note !== null)
  return `${item.quantity} × ${item.name}${size}  ${formatPence(cost)}  (${notes.join(', ')})`
}

/** Returns text about the version of the recipe in the parcel, for a product whose recipe changed after the order. */
function recipeText({ is_as_ordered, allergens }: OrderItem['packed_recipes'][number]): string {
  return is_as_ordered
    ? '  the old recipe, as ordered'
    : `  the new recipe: ${allergens ?? 'allergens not known'}`
}

function refundText(order: Order, { amount, lines, restock, asked_at, booked_at }: OrderRefund) {
  const pieces = lines.flatMap(({ position, ...line }) => {
    const item = order.order_items.find((one) => one.position === position)
    return item === undefined ? [] : [{ ...item, ...line, refunded_quantity: 0 }]
  })
  const purpose = pieces.length === 0 ? '' : ` for ${orderLinesText(pieces)}`
  const isCounted = pieces.some(
    (one) => (one.restock ?? restock) && typeof one.products?.stock === 'number',
  )
  const stock = order.stock_held && isCounted ? ', into stock again' : ''
  return booked_at === null
    ? `Asked for ${momentText(asked_at)}: ${formatPence(amount)}${purpose}${stock}. The payment provider has not said yet that it has gone back; should it stay so, ask for the same again.`
    : `Paid back ${momentText(booked_at)}: ${formatPence(amount)}${purpose}${stock}`
}

async function showBox({ client, print }: Tools, order: Order): Promise<void> {
  const box = await readBoxSubscription(client, order)
  if (box === null) return
  if (order.stripe_invoice_id !== null)
    print(
      `A later box of order ${box.began}: number ${await readBoxPosition(client, order)} in turn`,
    )
  print(`The box of order ${box.began} ${boxStatusText(box)}`)
  const overdue = overdueText(box)
  if (overdue !== null) print(overdue)
}

/** Returns the lines of the gift tag; an empty list for an order that is no gift. */
function giftLines({ gift_to, gift_from, gift_note }: Order): string[] {
  const lines = { To: gift_to, From: gift_from, Note: gift_note }
  const badge = Object.entries(lines).flatMap(([label, words]) =>
    words === null ? [] : `  ${label}: ${words}`,
  )
  return badge.length === 0 ? [] : ['A present, with a badge:', ...badge]
}

function addressLines({ delivery_address: address }: Order): string[] {
  if (address === null) return []
  const { name, line1, line2, city, county, postcode, country } = address
  const lines = [name, line1, line2, city, county, postcode, country]
  return lines.flatMap((line) => line || [])
}
