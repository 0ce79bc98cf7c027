import { shortDayText } from '../../domain/day-text.ts'
import type { EmailData, OrderEmail, StuckWork } from '../emails.ts'
import type { Templates } from './layout.tsx'
import { colours, smallStyle } from './styles.ts'
import { OrderSummary } from './order-parts.tsx'
import { ActionButton, MailLink, Paragraph, Row, richText, TextRow } from './parts.tsx'

const why = 'You get this because you run this shop.'

const linkTo = (email: string) => <MailLink email={email} />

/** The notices to the shop's owner. A reply to a notice about an order or an enquiry goes to the shopper. */
export const ownerEmails = {
  order_notice: {
    subject: (order) =>
      `Order ${order.number}: ${toPack(order)}${order.boxOf === null ? '' : ` (later box of order ${order.boxOf})`}`,
    preview: ({ deliveryName }) => `${deliveryName} delivery, paid.`,
    why: 'The shop writes this for each paid order. Answering it writes to the shopper.',
    title: (order) => (order.area === null ? toPack(order) : 'On hold: look first'),
    lead: (order) => [
      richText`Order ${order.number} is paid. It is from ${linkTo(order.email)}.`,
      ...(order.boxOf === null ? [] : [laterBox(order)]),
    ],
    rows: (order) => (
      <>
        {order.note && (
          <TextRow padding="16px 32px" background={colours.butter}>
            {richText`**Look out:** ${order.note}`}
          </TextRow>
        )}
        <OrderSummary order={order} below={12} />
        <ActionButton
          to={`/desk/orders/${order.number}`}
          label={order.area === null ? 'Pack it at the desk' : 'Look at it at the desk'}
        />
      </>
    ),
  },
  enquiry_notice: {
    subject: enquiryTitle,
    preview: ({ message }) => message.slice(0, 120),
    why: 'The shop writes this for each enquiry. Answering it writes to whoever sent it.',
    title: enquiryTitle,
    lead: ({ reference, email }) => [richText`${reference}, from ${linkTo(email)}.`],
    rows: (notice) => (
      <>
        {getFacts(notice).map(([name, value], index, all) => (
          <TextRow key={name} padding={index === all.length - 1 ? '4px 32px 16px' : '4px 32px'}>
            <strong>{name}:</strong> {value}
          </TextRow>
        ))}
        <TextRow padding="20px 32px" background={colours.butter} whiteSpace="pre-line">
          {notice.message}
        </TextRow>
        {notice.page !== null && (
          <TextRow padding="16px 32px 28px" look={smallStyle}>
            Sent from the page {notice.page}
          </TextRow>
        )}
      </>
    ),
  },
  /** Sent two days before a product goes on sale when its label is incomplete. */
  label_warning: {
    subject: ({ name, day }) => `${name} cannot go on sale on ${shortDayText(day)}`,
    preview: 'Its label is not whole yet.',
    why: 'The shop writes this once for each day on which a product was to go on sale.',
    title: ({ name }) => `${name} is not ready.`,
    lead: ({ name, day }) => [
      richText`It was to go on sale on **${shortDayText(day)}**. Food cannot go on sale until its label is
        whole: ${name} stays coming soon until then.`,
    ],
    rows: ({ gaps, product }) => (
      <>
        <Entries title="It still needs:">{gaps}</Entries>
        <ActionButton to={`/desk/products/${product}`} label="Fill it in" />
      </>
    ),
  },
  erasure_notice: {
    subject: 'Somebody’s data was erased: your part',
    preview: 'Somebody had their data erased.',
    why,
    title: 'Somebody asked to be forgotten.',
    lead: () => [
      richText`The shop has erased them; their orders stay in the books without a name. The rest is for you
        to do.`,
    ],
    rows: ({ orders, payments }) => (
      <>
        <Entries title="In your mailbox and on paper, please delete anything about these orders:">
          {orders.map((number) => `Order ${number}`)}
        </Entries>
        <Entries title="Please ask the payment provider to redact what it keeps of these:">
          {payments}
        </Entries>
      </>
    ),
  },
  /** Sent when a subscription was charged although its customer's data has been erased. */
  stray_payment: {
    subject: 'A payment that belongs to nobody',
    preview: 'Nothing to pack. Please pay it back.',
    why,
    title: 'Nothing to pack here.',
    lead: () => [
      richText`A box was paid for by somebody who had their data erased. The shop has made no order of it:
        there is no name and no address. At the payment provider, please end this subscription if it
        still runs, and pay this invoice back:`,
    ],
    rows: ({ invoice, subscription }) => (
      <Row padding="8px 32px 28px">
        <Lines lines={[subscription, invoice]} />
      </Row>
    ),
  },
  stuck_notice: {
    subject: ({ stuck }) => {
      const [first] = stuck
      return stuck.length === 1 && first !== undefined
        ? stuckTexts[first.kind](first)[0]
        : `${stuck.length} things in the shop need you`
    },
    preview: 'The shop can’t fix it by itself.',
    why: 'You get this because you run this shop, at most once a day.',
    title: 'Something is stuck.',
    lead: () => ['The shop is open, but can’t fix this by itself:'],
    rows: ({ stuck }) => stuck.map((one) => <StuckRow key={one.kind} stuck={one} />),
  },
} satisfies Templates

function toPack({ lines, area }: OrderEmail): string {
  if (area !== null) return `on hold, it goes to ${area}`
  const count = lines.reduce((sum, line) => sum + line.quantity, 0)
  return count === 1 ? '1 piece to pack' : `${count} pieces to pack`
}

/** Returns a sentence about an order that renews a subscription, so that its parcel is not mistaken for an earlier one. */
function laterBox({ boxOf, boxInTurn, area }: EmailData['order_notice']): string {
  const place = boxInTurn === null ? 'a later box' : `box ${boxInTurn}`
  const parcel = `${area === null ? 'pack it as' : 'it is'} its own parcel`
  return `This is ${place} of order ${boxOf}: ${parcel}, on top of any before.`
}

type Enquiry = EmailData['enquiry_notice']

/** Returns the title of a notice about an enquiry. The title for consultancy is fixed by the specification (section 7). */
function enquiryTitle({ kind, name }: Enquiry): string {
  return kind === 'consultancy'
    ? `New Consultancy Inquiry from ${name}`
    : `New Catering Inquiry from ${name}`
}

function getFacts(notice: Enquiry): [name: string, value: string][] {
  const facts: [string, string | null][] = [
    ['Business', notice.businessName],
    ['Phone', notice.phone],
    ['Date', formatDate(notice)],
    ['Event', notice.eventType],
    ['Guests', notice.guestCount],
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/** Formats the date of an enquiry. Text other than an ISO date is returned unchanged. */
function formatDate({ date }: Enquiry): string | null {
  return date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date) ? shortDayText(date) || date : date
}

function Entries({ title, children }: { title: string; children: string[] }) {
  if (children.length === 0) return null
  return (
    <Row padding="8px 32px 20px">
      <Paragraph margin="0 0 12px">{title}</Paragraph>
      <Lines lines={children} />
    </Row>
  )
}

function Lines({ lines }: { lines: string[] }) {
  return lines.map((line) => (
    <Paragraph key={line} wordBreak="break-all">
      {line}
    </Paragraph>
  ))
}

const count = (amount: number, one: string, several: string) =>
  amount === 1 ? `One ${one}` : `${amount} ${several}`

const since = (time: string | null) => (time === null ? '' : ` since ${shortDayText(time)}`)

const stuckTexts: {
  [Kind in StuckWork['kind']]: (stuck: StuckWork) => [title: string, remedy: string]
} = {
  failed_letters: ({ amount }) => [
    `${count(amount, 'mail', 'mails')} could not be sent`,
    'The desk, under Mail and health, shows to whom and why, and tries them again. At the shop’s machine **npm run outbox** does, with **npm run outbox -- retry all**.',
  ],
  late_letters: (stuck) => [
    `${count(stuck.amount, 'mail waits', 'mails wait')} to be sent${since(stuck.since)}`,
    'We keep trying. The mail server may be away, or its password may have changed (SMTP_URL): Mail and health at the desk, and **npm run outbox** at the shop’s machine, show what it says.',
  ],
  payments: ({ amount }) => [
    count(
      amount,
      'message from the payment provider doesn’t match its order',
      'messages from the payment provider don’t match their orders',
    ),
    'The shop has changed nothing. Please compare your account at the provider with **npm run orders -- show** and the order’s number.',
  ],
  catalogue: (stuck) => [
    `The payment provider’s catalogue is out of step with the shop${since(stuck.since)}`,
    'Nobody pays a different price from the one on the page, and the shop goes on trying by itself. If a reason below is yours to fix, change the product, or look into the account at the payment provider; then **npm run stripe:sync** shows whether all is well.',
  ],
  balance: (stuck) => [
    `The payment provider’s balance cannot be read${since(stuck.since)}`,
    'Fees and payouts are missing from the desk’s money for now; nothing is lost, and the shop goes on trying. If the reason below names the key, it needs to read balance transactions and payouts (STRIPE_SECRET_KEY).',
  ],
  backup: (stuck) => [
    stuck.since === null ? 'There is no backup' : `No backup${since(stuck.since)}`,
    'The desk, under Mail and health, makes one now and says what stands in its way; so does **npm run backup -- FILE** at the shop’s machine.',
  ],
  disk: () => [
    'The disk is nearly full',
    'When it is full no order can be stored. Please make room, or have a larger disk.',
  ],
}

function StuckRow({ stuck }: { stuck: StuckWork }) {
  const [title, remedy] = stuckTexts[stuck.kind](stuck)
  const { amount, details } = stuck
  const unnamed = details.length === 0 ? 0 : amount - details.length
  return (
    <Row padding="8px 32px 20px">
      <Paragraph margin="0 0 4px">{richText`**${title}.**`}</Paragraph>
      <Paragraph>{richText([remedy])}</Paragraph>
      {[...details, ...(unnamed > 0 ? [`And ${unnamed} more.`] : [])].map((detail) => (
        <Paragraph key={detail} look={smallStyle} margin="4px 0 0" overflowWrap="anywhere">
          {detail}
        </Paragraph>
      ))}
    </Row>
  )
}
