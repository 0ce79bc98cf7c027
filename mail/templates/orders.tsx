import type { CSSProperties, ReactNode } from 'react'
import { business } from '../../domain/business.ts'
import { shortDayText } from '../../domain/day-text.ts'
import { holidaySentence } from '../../domain/holiday.ts'
import { getTrackingUrl } from '../../domain/carriers.ts'
import { formatPence } from '../../domain/money.ts'
import { parcelEmailTexts } from '../../domain/parcel-email-texts.ts'
import type { EmailData, OrderEmail } from '../emails.ts'
import { formatGoodsDetails, GoodsLines, GoodsTable, SumRow, TableRow } from './goods.tsx'
import type { Templates } from './layout.tsx'
import { receiptStyle } from './styles.ts'
import { BoxTerms, CancellationRights, OrderDelivery, OrderReceipt } from './order-parts.tsx'
import { OrderSummary, ordersPath } from './order-parts.tsx'
import { ActionButton, contactText, contactLink, richText, Table, TextRow } from './parts.tsx'
import { PackedRecipes } from './packed-recipes.tsx'

const why = 'You get this because you ordered from us.'

/** A link to the parcel on the carrier's site; when `page` is null, to the shopper's orders. */
function FollowParcel({ page }: { page: string | null }) {
  return (
    <ActionButton
      to={page ?? ordersPath}
      label={page === null ? 'See your order' : 'Follow your parcel'}
      padding="16px 32px"
    />
  )
}

const thanks = ({ payer }: OrderEmail) => `Thank you${payer ? `, ${payer}` : ''}.`

type Refund = EmailData['refund']

export const orderEmails = {
  order_confirmation: {
    subject: ({ number }) => `Order ${number} is in`,
    preview: ({ total }) =>
      `Paid: ${formatPence(total)}. What is coming, where to, and your rights.`,
    why,
    title: ({ area }) =>
      area === null ? 'Got it. Got it. Packing it.' : 'Got it. Checking your address.',
    lead: (order) => [
      richText`${thanks(order)} Your order is in and paid. Keep this e-mail: it is your receipt.`,
      ...getDelayTexts(order),
    ],
    rows: (order) => (
      <>
        <OrderSummary order={order} />
        <ActionButton to={ordersPath} label="See your order" />
        <BoxTerms order={order} />
        <CancellationRights order={order} />
      </>
    ),
  },
  order_waiting: {
    subject: ({ number }) => `Order ${number} is in, waiting for the payment`,
    preview: 'Nothing for you to do. We’ll write again when your bank has paid.',
    why,
    title: 'Got it. Waiting for your bank.',
    lead: (order) => [
      richText`${thanks(order)} Your order is in, and its payment is on the way to us. The way you chose
        to pay can take a few working days. There is nothing for you to do, and no need to order
        again.`,
      richText`**What happens next:** as soon as the payment has come in we send you the receipt and pack
        your parcel. If it doesn’t come through we’ll tell you, and nothing is charged.
        Questions? ${contactText}`,
    ],
    rows: (order) => (
      <>
        <OrderSummary order={order} />
        <ActionButton to={ordersPath} label="See your order" />
      </>
    ),
  },
  order_sent: {
    subject: ({ number }) => parcelEmailTexts.subject(number),
    preview: ({ carrier }) => parcelEmailTexts.preview(carrier),
    why,
    title: parcelEmailTexts.title,
    lead: ({ number, carrier, trackingNumber, isPart }) => [
      richText`${(isPart ? parcelEmailTexts.partLead : parcelEmailTexts.lead)(number, carrier)}`,
      ...(trackingNumber ? [richText`${parcelEmailTexts.tracking} **${trackingNumber}**.`] : []),
    ],
    rows: ({ carrier, trackingNumber, trackingLink, lines, recipes, ...parcel }) => (
      <>
        <FollowParcel page={trackingLink ?? getTrackingUrl(carrier, trackingNumber)} />
        {lines.length > 0 && (
          <GoodsTable padding="8px 32px 16px">
            <GoodsLines
              goods={lines}
              details={({ quantity, size }) =>
                formatGoodsDetails({
                  price: quantity === 1 ? '1 piece' : `${quantity} pieces`,
                  size,
                })
              }
            />
          </GoodsTable>
        )}
        <PackedRecipes recipes={recipes} />
        <OrderDelivery order={parcel} />
        <TextRow padding="8px 32px 28px">
          Not turned up when it should have, or something wrong with it? {contactText}
        </TextRow>
      </>
    ),
  },
  payment_failed: {
    subject: ({ number }) => `Order ${number}: the payment did not go through`,
    preview: 'Nothing has been charged, and nothing is on its way.',
    why,
    title: 'The payment fell through.',
    lead: () => [
      richText`Your bank or card turned the payment down, so nothing has been charged and nothing is
        on its way. What you had chosen is out of your cart and back on the shelf. To
        order it again, put it in your cart and pay as before, with another card if you like. Or
        write to ${contactLink} if something looks wrong.`,
    ],
    rows: (order) => (
      <>
        <OrderReceipt order={order} />
        <ActionButton to="/shop" label="Back to the shop" />
      </>
    ),
  },
  refund: {
    subject: ({ number, amount }) => `Order ${number}: ${formatPence(amount)} paid back`,
    preview: ({ amount }) => `${formatPence(amount)} is on its way back to you.`,
    why,
    title: 'Money back.',
    lead: (refund) => [
      richText`${soldOut(refund)}We have sent back **${formatPence(refund.amount)}** of order
        ${refund.number}, the way you paid it${getRefundPurpose(refund)}. ${rest(refund)} Banks take five
        to ten working days to show it.`,
    ],
    rows: (refund) => (
      <>
        <RefundSums refund={refund} />
        <TextRow padding="8px 32px 16px">Something not right? {contactText}</TextRow>
        <ActionButton to={ordersPath} label="See your order" padding="8px 32px 28px" />
      </>
    ),
  },
  /** Sent when a member of staff cancels an order before it is packed. The order is refunded. */
  order_cancelled: {
    subject: ({ number }) => `Your order ${number} is cancelled`,
    preview: ({ amount }) => `${formatPence(amount)} is on its way back to you.`,
    why,
    title: 'Cancelled.',
    lead: ({ number, payer, amount, refunded }) => [
      richText`${payer ? `${firstName(payer)}, we` : 'We'} have cancelled order ${number}
        and sent back ${refunded > amount ? 'the rest of it' : 'all of it'},
        **${formatPence(amount)}**, the way you paid. Banks take five to ten working days to show
        it.`,
    ],
    rows: (order) => (
      <>
        {order.words && (
          <TextRow padding="0 32px 8px">
            From {order.from ?? business.chef.name}: <strong>{order.words}</strong>
          </TextRow>
        )}
        <OrderReceipt order={order} />
        <ActionButton to={ordersPath} label="See your order" />
        <TextRow padding="8px 32px 28px">Something not right? {contactText}</TextRow>
      </>
    ),
  },
} satisfies Templates

/**
 * Returns a paragraph for an order that is not sent at once, because the kitchen is closed or because the order is on hold until
 * staff have checked its address. Returns an empty list for any other order.
 */
export function getDelayTexts({
  area,
  holiday,
}: Pick<OrderEmail, 'area' | 'holiday'>): ReactNode[] {
  if (area !== null)
    return [
      richText`**Your parcel goes to ${area}, where we don’t usually deliver.** We’ll check your address before we pack
        it, and email you when it’s on its way, or with your refund. Wrong address? ${contactText}`,
    ]
  return holiday === null ? [] : [holidaySentence(holiday)]
}

const firstName = (name: string) => name.split(' ')[0]

const soldOut = ({ isSoldOut }: Refund) =>
  isSoldOut ? 'The last one had gone by the time your payment came in. We are sorry. ' : ''

const rest = ({ refunded, total }: Refund) =>
  refunded >= total
    ? 'You’ve now had all your money back.'
    : 'The rest of the order stays as it is.'

/** Returns text such as ', for 2 × Mug', the pieces that are refunded; '' when the whole order is. */
function getRefundPurpose({ pieces, refunded, total }: Refund): string {
  if (pieces.length === 0 || refunded >= total) return ''
  const named = pieces.map(
    ({ name, quantity, size }) => `${quantity} × ${name}${size ? ` (size ${size})` : ''}`,
  )
  return `, for ${named.join(', ')}`
}

function RefundSums({ refund: { number, placedAt, amount, refunded, total } }: { refund: Refund }) {
  const now: CSSProperties = { ...receiptStyle, fontWeight: 'bold' }
  const before = refunded - amount
  return (
    <GoodsTable padding="16px 32px">
      <TableRow style={{ padding: '16px 24px' }}>
        <Table style={receiptStyle}>
          <SumRow name={`Order ${number} of ${shortDayText(placedAt)}`} sum={total} />
          {before > 0 && <SumRow name="Paid back before" sum={before} />}
          <SumRow name="Paid back now" sum={amount} style={now} />
          {before > 0 && <SumRow name="Paid back in all" sum={refunded} />}
        </Table>
      </TableRow>
    </GoodsTable>
  )
}
