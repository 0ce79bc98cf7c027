import type { ComponentProps, ReactNode } from 'react'
import { getLabelParts } from '../../domain/mark-allergens.ts'
import { business } from '../../domain/business.ts'
import { cancellationDays, formatCancellationForm } from '../../domain/cancellation.ts'
import { shortDayText } from '../../domain/day-text.ts'
import { isDeliveryInPrice } from '../../domain/delivery.ts'
import { intervalText } from '../../domain/interval-text.ts'
import { formatPence } from '../../domain/money.ts'
import type { OrderEmail } from '../emails.ts'
import {
  dashedBorder,
  formatGoodsDetails,
  GoodsLines,
  GoodsTable,
  SumRow,
  TableRow,
  preventLineBreaks,
} from './goods.tsx'
import {
  bodyStyle,
  colours,
  headingStyle,
  receiptStyle,
  getTextStyle,
  smallStyle,
} from './styles.ts'
import { Link, contactLink, Paragraph, Panel, Row, richText, Table } from './parts.tsx'
import { PackedRecipes } from './packed-recipes.tsx'

/** Shows the goods, the gift tag and the delivery of an order. @param below the padding below, in px */
export function OrderSummary({ order, below = 4 }: { order: OrderEmail; below?: number }) {
  return (
    <>
      <OrderReceipt order={order} />
      <PackedRecipes recipes={order.recipes} />
      <GiftBadge gift={order.gift} />
      <OrderDelivery order={order} below={below} />
    </>
  )
}

/** Shows the text of the gift tag, as the shopper typed it. */
function GiftBadge({ gift }: Pick<OrderEmail, 'gift'>) {
  if (gift === null) return null
  const lines = [
    ['To', gift.to],
    ['From', gift.from],
    ['Note', gift.note],
  ] as const
  return (
    <Panel title="The badge in the parcel" colour={colours.mint}>
      {lines.map(
        ([label, words]) =>
          words !== null && (
            <Paragraph key={label} look={smallStyle}>
              <strong>{label}:</strong> {words}
            </Paragraph>
          ),
      )}
      <Paragraph look={smallStyle}>A present: there are no prices on the slip.</Paragraph>
    </Panel>
  )
}

export const boxesPath = '/account-settings#your-boxes'
export const ordersPath = '/account-settings#order-history'

export const accountLink = <Link to={boxesPath}>your account</Link>
export const termsLink = <Link to="/terms-of-service">terms</Link>

export function OrderReceipt({ order }: { order: OrderEmail }) {
  const middle = { textAlign: 'center' } as const
  const title = { ...headingStyle, ...getTextStyle(24, 30), ...middle, padding: '24px 24px 8px' }
  const date = { ...receiptStyle, ...getTextStyle(16, 22), ...middle, padding: '0 24px 12px' }
  return (
    <GoodsTable padding="16px 32px">
      <TableRow style={title}>Order {order.number}</TableRow>
      <TableRow style={date}>
        {shortDayText(order.placedAt)} · {preventLineBreaks(`served by ${business.chef.name}`)}
      </TableRow>
      <GoodsLines
        goods={order.lines}
        details={(line) =>
          formatGoodsDetails({
            ...line,
            price: `${line.quantity} × ${formatPence(line.unitAmount)}`,
          })
        }
        below={formatAllergens}
        isFirstParted
      />
      <TableRow style={{ padding: '0 24px 24px' }}>
        <Sums order={order} />
      </TableRow>
    </GoodsTable>
  )
}

function formatAllergens({ allergens }: OrderEmail['lines'][number]): ReactNode {
  const label = allergens || '**Allergens not known: ask us before you eat it.**'
  return (
    <>
      <br />
      <span style={smallStyle}>
        {getLabelParts(label).map(({ strong, text }, index) =>
          strong ? <strong key={index}>{text}</strong> : <span key={index}>{text}</span>,
        )}
      </span>
    </>
  )
}

function Sums({ order }: { order: OrderEmail }) {
  const vat = business.vatNumber === null ? '' : ', VAT included'
  const delivery = isDeliveryInPrice(order) ? 'included' : order.deliveryPrice
  const plain = { ...receiptStyle, paddingTop: 0 }
  const total = { ...receiptStyle, fontSize: 21, fontWeight: 'bold', paddingBottom: 10 }
  return (
    <Table style={{ ...receiptStyle, borderTop: dashedBorder, borderBottom: dashedBorder }}>
      <SumRow name="Subtotal" sum={order.subtotal} style={{ ...plain, paddingTop: 10 }} />
      <SumRow name={`${order.deliveryName} delivery`} sum={delivery} style={plain} />
      {order.discount > 0 && <SumRow name="Discount" sum={-order.discount} style={plain} />}
      <SumRow name={`Total${vat}`} sum={order.total} style={total} />
    </Table>
  )
}

const column = { ...bodyStyle, ...getTextStyle(16, 24), margin: 0 }

type Parcel = Pick<OrderEmail, 'address' | 'deliveryName' | 'deliveryTime'>

export function OrderDelivery({ order, below = 4 }: { order: Parcel; below?: number }) {
  const { address, deliveryName, deliveryTime } = order
  // The legal limit when no delivery time is agreed is 30 days (Consumer Rights Act 2015, section 28).
  const by = [`${deliveryName} delivery`, deliveryTime || 'Within 30 days at the latest']
  return (
    <Row padding={`8px 32px ${below}px`}>
      <Table>
        <tr>
          {address !== null && (
            <HalfColumn
              title="Going to"
              lines={addressLines(address)}
              width="50%"
              style={{ paddingRight: 16 }}
            />
          )}
          <HalfColumn title="By" lines={by} />
        </tr>
      </Table>
    </Row>
  )
}

function HalfColumn({ lines, title, style, ...cell }: ComponentProps<'td'> & { lines: string[] }) {
  return (
    <td className="half" valign="top" style={{ ...column, ...style, paddingBottom: 8 }} {...cell}>
      <strong>{title}</strong>
      {lines.map((line, index) => (
        <span key={index}>
          <br />
          {line}
        </span>
      ))}
    </td>
  )
}

/** Returns the lines of a postal address. The country is left out for Great Britain, the destination of nearly all parcels. */
function addressLines(address: NonNullable<OrderEmail['address']>): string[] {
  const { name, line1, line2, city, county, postcode, country } = address
  const abroad = country === 'GB' ? null : country
  return [name, line1, line2, city, county, postcode, abroad].flatMap((line) => line || [])
}

const gap = '0 0 10px'

export function BoxTerms({ order }: { order: OrderEmail }) {
  const boxes = order.lines.filter((line) => line.interval !== null)
  if (boxes.length === 0) return null
  return (
    <Panel title="Your box keeps coming" colour={colours.mint}>
      {boxes.map((box, index) => (
        <Paragraph key={index} look={smallStyle} margin={gap}>
          {richText`**${box.name}**: ${formatPence(box.unitAmount * box.quantity)}
            ${intervalText(box.interval)}, later boxes delivered free. We take the payment on
            the same day each time, until you stop it.`}
        </Paragraph>
      ))}
      <Paragraph look={smallStyle}>
        {richText`**How to stop:** tap “Manage or cancel” in ${accountLink}, answer this e-mail, or
          write to ${contactLink} with the number of your order (${order.number}), any time before
          the next payment. It costs nothing. A box you’ve paid for still comes; nothing after it is
          sent or charged.`}
      </Paragraph>
    </Panel>
  )
}

/** The information on the right to cancel, with the model form (Consumer Contracts Regulations 2013, schedules 2 and 3). */
export function CancellationRights({ order }: { order: OrderEmail }) {
  const arrival = order.isSubscription ? 'your first box reaches you' : 'the last of it reaches you'
  const { legalName, registeredOffice } = business
  return (
    <Panel title="Changed your mind?" colour={colours.butter}>
      <Paragraph look={smallStyle} margin={gap}>
        You may cancel this order without a reason until {cancellationDays} days after the day on
        which {arrival}. Tell us in plain words, by answering this e-mail or writing to{' '}
        {contactLink} or {legalName}, {registeredOffice}. You can use the form below, but need not.
      </Paragraph>
      <Paragraph look={smallStyle} margin={gap}>
        Send the things back within {cancellationDays} days of telling us; the postage back is yours
        to pay. We pay back what you paid, standard delivery included, the way you paid it, within{' '}
        {cancellationDays} days of getting them or seeing proof that you sent them. Food that is
        sealed for hygiene cannot come back once it has been opened.
      </Paragraph>
      <Paragraph look={smallStyle} margin={gap}>
        If something is broken, wrong or not as described, that’s different: tell us, and we put it
        right at our cost. Your statutory rights are not affected.
      </Paragraph>
      <div style={{ border: `2px dashed ${colours.ink}`, padding: '12px 16px 4px', margin: gap }}>
        <Paragraph look={smallStyle} margin={gap} fontWeight="bold">
          Cancellation form
        </Paragraph>
        {formatCancellationForm(business, order.number).map((line) => (
          <Paragraph key={line} look={smallStyle} margin="0 0 8px">
            {line}
          </Paragraph>
        ))}
      </div>
      <Paragraph look={smallStyle}>
        You ordered on version {order.termsVersion} of our {termsLink}.
      </Paragraph>
    </Panel>
  )
}
