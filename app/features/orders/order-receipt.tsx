import type { ReactNode } from 'react'
import { getTrackingUrl } from '../../../domain/carriers.ts'
import { isDeliveryInPrice } from '../../../domain/delivery.ts'
import { formatPence } from '../../../domain/money.ts'
import { Receipt } from './receipt.tsx'
import type { ReceiptRow } from './receipt.tsx'
import { dayText, shortDayText } from '../../../domain/day-text.ts'
import styles from './order-receipt.module.css'
import type { Hold, PackedRecipe, OrderState, PlacedOrderLine, PlacedOrder } from './orders.ts'

interface Stamp {
  label: string
  colour: 'jazz' | 'grape' | 'salsa' | 'ink-soft'
  describe: (order: PlacedOrder) => string
}

const stamps: Record<OrderState, Stamp> = {
  pending: {
    label: 'Pending',
    colour: 'ink-soft',
    describe: ({ isSettling }) =>
      isSettling ? 'Waiting for your bank to pay' : 'Waiting for the payment',
  },
  paid: { label: 'Paid', colour: 'jazz', describe: getDeliveryStatus },
  fulfilled: { label: 'Sent', colour: 'grape', describe: getStatusWithRefund },
  payment_failed: {
    label: 'Failed',
    colour: 'salsa',
    describe: () => 'The payment did not go through',
  },
  expired: { label: 'Expired', colour: 'ink-soft', describe: () => 'It was not paid in time' },
  refunded: {
    label: 'Refunded',
    colour: 'salsa',
    describe: ({ refunded }) => `${formatPence(refunded)} paid back`,
  },
  partially_refunded: {
    label: 'Part refunded',
    colour: 'salsa',
    describe: getStatusWithRefund,
  },
}

const holdTexts: Record<Hold['why'], string> = {
  area: 'We’re checking your address before we pack it',
  bank: 'On hold while your bank looks at the payment',
  lost: 'Not sent: your bank has taken the payment back',
  other: 'On hold. We’ll email you about it',
}

function getDeliveryStatus({ isSent, hold }: PlacedOrder): string {
  if (isSent) return 'On its way'
  return hold === null ? 'We’re packing it' : holdTexts[hold.why]
}

/** Returns the status of an order as text for screen readers: "Order 1001: Paid. We’re packing it." */
export function formatOrderStatus(order: PlacedOrder): string {
  const { label, describe } = stamps[order.state]
  return `Order ${order.number}: ${label}. ${describe(order)}.`
}

/** Adds the refund to the delivery status: a refunded order may still be sent. */
function getStatusWithRefund(order: PlacedOrder): string {
  const deliveryStatus = getDeliveryStatus(order)
  return order.refunded === 0
    ? deliveryStatus
    : `${deliveryStatus}. ${formatPence(order.refunded)} paid back`
}

interface OrderReceiptProps {
  order: PlacedOrder
  level: 2 | 3
  children?: ReactNode
}

export function OrderReceipt({ order, level, children }: OrderReceiptProps) {
  const stamp = stamps[order.state]
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <Receipt
      className={styles.receipt}
      label={`Order ${order.number}`}
      head={
        <>
          <Heading className={styles.number} tabIndex={-1}>
            Order {order.number}
          </Heading>
          <p className={styles.day}>
            <time dateTime={order.placedAt}>{shortDayText(order.placedAt)}</time>
          </p>
        </>
      }
      rows={orderRows(order)}
    >
      <p className={styles.stamp} style={{ '--k': `var(--${stamp.colour})` }}>
        {stamp.label}
      </p>
      <p className={styles.words}>{stamp.describe(order)}</p>
      <PackedRecipes order={order} />
      <DeliveryInfo order={order} />
      <GiftBadge order={order} />
      {children}
    </Receipt>
  )
}

/** Shows the delivery address, and a link to follow the parcel once it is sent. */
function DeliveryInfo({ order: { address, carrier, tracking, isSent } }: { order: PlacedOrder }) {
  const page = getTrackingUrl(carrier, tracking)
  return (
    <>
      {address.length > 0 && <p className={styles.parcel}>To {address.join(', ')}</p>}
      {isSent && (carrier ?? tracking) !== null && (
        <p className={styles.parcel}>
          {[carrier, page === tracking ? null : tracking].filter(Boolean).join(' ')}{' '}
          {page !== null && <a href={page}>Follow your parcel</a>}
        </p>
      )}
    </>
  )
}

/** Lists each recipe in the parcel that is not the ordered one, or whose label was wrong, with its allergens. */
function PackedRecipes({ order: { lines } }: { order: PlacedOrder }) {
  return lines.flatMap(({ position, name, packed }) =>
    packed.map((recipe, index) => (
      <p key={`${position}:${index}`} className={styles.parcel}>
        <b>
          {name}: {recipeText(recipe)}.
        </b>{' '}
        {recipe.allergens ?? 'Its allergens are not known: please ask us.'}
      </p>
    )),
  )
}

function recipeText({ since, isLatest, isCorrected, isMixed, isSent }: PackedRecipe): string {
  if (isCorrected) return 'the label that you read was wrong. This is the right one'
  const recipe = isLatest ? 'new recipe' : `recipe of ${dayText(since)}`
  return `${isMixed ? 'some pieces ' : ''}${isSent ? 'packed' : 'to be packed'} with its ${recipe}`
}

/** Shows the text of the gift badge. */
function GiftBadge({ order: { giftTo, giftFrom, giftNote } }: { order: PlacedOrder }) {
  if ((giftTo ?? giftFrom ?? giftNote) === null) return null
  return (
    <p className={styles.parcel}>
      A present
      {giftTo !== null && (
        <>
          {' '}
          to <b>{giftTo}</b>
        </>
      )}
      {giftFrom !== null && (
        <>
          {' '}
          from <b>{giftFrom}</b>
        </>
      )}
      {giftNote !== null && (
        <>
          : <q>{giftNote}</q>
        </>
      )}
    </p>
  )
}

function orderRows(order: PlacedOrder): ReceiptRow[] {
  const rows: ReceiptRow[] = order.lines.map((line) => ({
    key: String(line.position),
    label: [`${line.quantity} ${line.name}`, line.size, formatRefundedQuantity(line)]
      .filter(Boolean)
      .join(', '),
    amount: formatWithoutCurrency(line.unitAmount * line.quantity),
  }))
  if (order.discount > 0)
    rows.push({
      key: 'discount',
      label: 'Discount',
      amount: `-${formatWithoutCurrency(order.discount)}`,
    })
  rows.push({
    key: 'delivery',
    label: `${order.deliveryName} delivery`,
    amount: isDeliveryInPrice(order) ? 'included' : formatWithoutCurrency(order.deliveryPrice),
  })
  rows.push({ key: 'total', label: 'Total', amount: formatPence(order.total), kind: 'total' })
  return rows
}

/** Returns how many pieces of a line were refunded, without a number when all were; null when none were. */
function formatRefundedQuantity({ quantity, refundedQuantity }: PlacedOrderLine): string | null {
  if (refundedQuantity === 0) return null
  return refundedQuantity === quantity ? 'paid back' : `${refundedQuantity} paid back`
}

function formatWithoutCurrency(pence: number): string {
  return formatPence(pence).replace('£', '')
}
