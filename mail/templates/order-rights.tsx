import { business } from '../../domain/business.ts'
import { cancellationDays, cancellationForm } from '../../domain/cancellation.ts'
import { formatPence } from '../../domain/money.ts'
import { intervalText } from '../../domain/interval-text.ts'
import type { OrderEmail } from '../emails.ts'
import { boxesAddress } from './account-links.ts'
import { Row } from './layout.tsx'
import { colours, link, small, smallHeading } from './look.ts'
import { OurAddress } from './our-address.tsx'

const paragraph = { ...small, margin: '0 0 10px' }

/** For each box how often it comes, what it costs and how to stop it. */
export function BoxTerms({ order, siteUrl }: { order: OrderEmail; siteUrl: URL }) {
  const boxes = order.lines.filter((line) => line.interval !== null)
  if (boxes.length === 0) return null
  return (
    <Row padding="20px 32px" background={colours.mint}>
      <h2 style={smallHeading}>Your box keeps coming</h2>
      {boxes.map((box, index) => (
        <p key={index} style={paragraph}>
          <strong>{box.name}</strong>: {formatPence(box.unitAmount * box.quantity)}{' '}
          {intervalText(box.interval)}, with delivery of the later boxes in the price. The payment
          is taken on the same day of its turn, until you stop it.
        </p>
      ))}
      <p style={{ ...small, margin: 0 }}>
        <strong>How to stop:</strong> press “Manage or cancel” in{' '}
        <a href={boxesAddress(siteUrl)} style={link}>
          your account
        </a>
        , answer this e-mail, or write to <OurAddress /> with the number of your order (
        {order.number}), any time before the next payment. It costs nothing, and no box that is not
        yet paid for is sent or charged.
      </p>
    </Row>
  )
}

/**
 * What a shopper must be told in writing about changing their mind, with the model form (Consumer Contracts
 * (Information, Cancellation and Additional Charges) Regulations 2013, schedules 2 and 3).
 */
export function CancellationRights({ order, siteUrl }: { order: OrderEmail; siteUrl: URL }) {
  const arrival = order.isSubscription ? 'your first box reaches you' : 'the last of it reaches you'
  return (
    <Row padding="20px 32px" background={colours.butter}>
      <h2 style={smallHeading}>Changed your mind?</h2>
      <p style={paragraph}>
        You may cancel this order without a reason until {cancellationDays} days after the day on
        which {arrival}. Tell us in plain words, by answering this e-mail or writing to{' '}
        <OurAddress /> or {business.legalName}, {business.registeredOffice}. You can use the form
        below, but need not.
      </p>
      <p style={paragraph}>
        Send the things back within {cancellationDays} days of telling us; the postage back is yours
        to pay. We pay back what you paid, with the price of standard delivery, the way you paid it,
        within {cancellationDays} days of getting them or of seeing that you have sent them. Food
        that is sealed for hygiene cannot come back once it has been opened.
      </p>
      <p style={paragraph}>
        Whatever is broken, wrong or not as described is another matter: tell us, and we put it
        right at our cost. Your rights in law stay as they are.
      </p>
      <ModelForm order={order} />
      <p style={{ ...small, margin: 0 }}>
        You ordered on version {order.termsVersion} of our{' '}
        <a href={new URL('/terms-of-service', siteUrl).href} style={link}>
          terms
        </a>
        .
      </p>
    </Row>
  )
}

function ModelForm({ order }: { order: OrderEmail }) {
  const lines = cancellationForm(business, order.number)
  return (
    <div
      style={{ border: `2px dashed ${colours.ink}`, padding: '12px 16px 4px', margin: '0 0 10px' }}
    >
      <p style={{ ...paragraph, fontWeight: 'bold' }}>Cancellation form</p>
      {lines.map((line) => (
        <p key={line} style={{ ...paragraph, margin: '0 0 8px' }}>
          {line}
        </p>
      ))}
    </div>
  )
}
