import { business } from '../../domain/business.ts'
import { dayText } from '../../domain/day-text.ts'
import { formatPence } from '../../domain/money.ts'
import type { EmailData } from '../emails.ts'
import {
  dashedBorder,
  GoodsLines,
  GoodsTable,
  SumRow,
  TableRow,
  preventLineBreaks,
} from './goods.tsx'
import type { EmailTemplate, Templates } from './layout.tsx'
import { codeStyle, colours, receiptStyle, smallStyle } from './styles.ts'
import { ActionButton, NotYouNotice, Row, richText, Table, TextRow } from './parts.tsx'
import { getGreeting, WelcomeContent } from './welcome.tsx'

type CartLine = EmailData['cart_follow_up']['lines'][number]

const maxCartLines = 10

const reminders = {
  first: {
    subject: 'Your cart is still warm',
    preview: 'Everything is where you left it. One tap brings it back, on any device.',
    title: 'Left something on the stall?',
    text: 'Your cart is where you left it. One tap brings it back, on this device or any other.',
  },
  second: {
    subject: 'Shall we put your cart away?',
    preview: 'It is still here. Last time we’ll mention it.',
    title: 'Still yours, if you fancy it.',
    text: 'Your cart is still here. Last time we’ll mention it, promise.',
  },
} as const

/**
 * The subjects of the automatic replies to enquiries. A reply that staff write at the desk has the same subject, so that it
 * continues the thread.
 */
export const followUpSubjects = {
  consultancy: 'Thank you for your inquiry',
  catering: 'Your catering enquiry',
} as const

type FollowUp = Record<'label' | 'preview' | 'subject' | 'text' | 'to' | 'why', string>

function followUp(words: FollowUp): EmailTemplate<{ reference: string | null }> {
  const { subject, text, to, label, ...shared } = words
  return {
    ...shared,
    subject: ({ reference }) => subject + (reference === null ? '' : ` (${reference})`),
    title: 'Thank you for your inquiry!',
    lead: () => [
      richText`${text} More to say? Just reply to this e-mail. Wasn’t you? Then there’s
        nothing to do.`,
    ],
    rows: ({ reference }) => (
      <>
        {reference !== null && (
          <TextRow look={receiptStyle}>{richText`Your reference: **${reference}**`}</TextRow>
        )}
        <ActionButton to={to} label={label} />
      </>
    ),
  }
}

/** Only emails to a confirmed address, as the welcome emails are, contain text that somebody typed. */
export const readerEmails = {
  welcome_email: {
    subject: ({ name }) => getGreeting(name),
    preview: 'Your account is open, and you are in the album.',
    why: 'You get this because you opened an account.',
    rows: ({ name }) => <WelcomeContent name={name} />,
  },
  /** Sent after a sign-in, at most once a day. It is about the account and contains no advertising. */
  welcome_back: {
    subject: `Welcome back to ${business.tradingName}`,
    preview: 'You have just signed in.',
    why: 'You get this because somebody signed in to your account. We send it at most once a day.',
    title: ({ name }) => (name ? `Welcome back, ${name}.` : 'Welcome back.'),
    lead: () => ['You have just signed in. Your cart and your receipts are where you left them.'],
    rows: () => (
      <>
        <ActionButton to="/account-settings" label="Go to Account Settings" />
        <NotYouNotice>
          Then somebody knows your password. Please set a new one straight away: tap “Forgot your
          password?” where you sign in. That signs everybody else out.
        </NotYouNotice>
      </>
    ),
  },
  consultancy_followup: followUp({
    subject: followUpSubjects.consultancy,
    preview: `${business.chef.name} has it and will write back.`,
    why: 'You get this because your address was given with a consultancy enquiry.',
    text: `${business.chef.name} has it and will be in touch with you soon.`,
    to: `/ask-${business.chef.slug}`,
    label: `More about Ask ${business.chef.name}`,
  }),
  catering_followup: followUp({
    subject: followUpSubjects.catering,
    preview: 'We have it and will write back.',
    why: 'You get this because your address was given with a catering enquiry.',
    text: 'We have it and will be in touch soon about your catering needs.',
    to: '/lgbt-proud-catering',
    label: 'More about Proud Catering',
  }),
  cart_follow_up: {
    subject: ({ which }) => reminders[which].subject,
    preview: ({ which }) => reminders[which].preview,
    why: `You get this because you asked ${business.tradingName} to nudge you about a cart you left: twice at most.`,
    title: ({ which }) => reminders[which].title,
    lead: ({ which }) => [reminders[which].text],
    rows: ({ lines, links }) => (
      <>
        <Cart lines={lines} />
        <ActionButton to={links.restore} label="Bring my cart back" padding="8px 32px 16px" />
        <TextRow padding="8px 32px 24px" look={smallStyle} color={colours.inkSoft}>
          Prices are today’s. Delivery is added in the cart, and we don’t hold anything until you’ve
          paid.
        </TextRow>
      </>
    ),
  },
  tell_me: {
    subject: ({ name }) => `${name} is here`,
    preview: 'You asked us to tell you. It can be bought now.',
    why: 'You get this once, because you asked us to tell you. We have forgotten that you asked.',
    title: 'Need, need … got.',
    lead: ({ name }) => [
      richText`You asked us to tell you: **${name}** can be bought now. We can’t hold one for you: first
        come, first served.`,
    ],
    rows: ({ name, slug, price }) => (
      <>
        <GoodsTable padding="12px 32px">
          <GoodsLines
            goods={[{ name, slug, quantity: 1, unitAmount: price }]}
            details={() => 'In the shop now'}
            sides={20}
          />
        </GoodsTable>
        <ActionButton to={`/shop/product/${slug}`} label="Have a look" padding="8px 32px 28px" />
      </>
    ),
  },
  discount_code: {
    subject: ({ percent }) => `Your ${percent}% off`,
    preview: (data) => `Type ${data.code} in the cart.`,
    why: `You get this because somebody asked for a discount code with this address at ${business.tradingName}.`,
    title: ({ percent }) => `${percent}% off, all yours.`,
    lead: () => ['Type this in your cart, signed in with this e-mail address, before you pay:'],
    rows: (data) => (
      <>
        <Row>
          <p style={{ ...codeStyle, fontSize: 30, letterSpacing: 2 }}>{data.code}</p>
        </Row>
        <ActionButton to="/shop" label="Shop Now!" padding="8px 32px 16px" />
        <TextRow padding="16px 32px 24px" look={smallStyle} color={colours.inkSoft}>
          {`Good once, until ${dayText(data.expiresAt)}, on what you buy but not on delivery. On a box, it comes off the first payment.`}
        </TextRow>
      </>
    ),
  },
} satisfies Templates

function Cart({ lines }: { lines: CartLine[] }) {
  const sum = lines.reduce((total, line) => total + (line.unitAmount ?? 0) * line.quantity, 0)
  const hidden = lines.length - maxCartLines
  const style = { ...receiptStyle, fontWeight: 'bold', paddingTop: 12 }
  return (
    <GoodsTable padding="12px 32px">
      <GoodsLines
        goods={lines.slice(0, maxCartLines)}
        details={({ quantity, unitAmount }) =>
          unitAmount === null
            ? `${quantity}, not on sale just now`
            : `${quantity}${preventLineBreaks(` × ${formatPence(unitAmount)}`)}`
        }
        sides={20}
      />
      {hidden > 0 && (
        <TableRow style={{ ...smallStyle, padding: '12px 20px', borderTop: dashedBorder }}>
          {`and ${hidden} more`}
        </TableRow>
      )}
      <TableRow style={{ padding: '0 20px 16px' }}>
        <Table style={{ borderTop: dashedBorder }}>
          <SumRow name="Subtotal" sum={sum} style={style} sumStyle={{ ...style, fontSize: 21 }} />
        </Table>
      </TableRow>
    </GoodsTable>
  )
}
