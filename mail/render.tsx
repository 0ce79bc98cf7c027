import { render } from '@react-email/render'
import type { Email, EmailData, Template } from './emails.ts'
import { attachmentsOf, type EmailAttachment, type Pictures } from './pictures.ts'
import { plainTextOf } from './plain-text.ts'
import { authAccountExists } from './templates/auth-account-exists.tsx'
import { authConfirm } from './templates/auth-confirm.tsx'
import { authEmailChange } from './templates/auth-email-change.tsx'
import { authReauthenticate } from './templates/auth-reauthenticate.tsx'
import { authRecover } from './templates/auth-recover.tsx'
import { cartFollowUp } from './templates/cart-follow-up.tsx'
import { boxCancelled } from './templates/box-cancelled.tsx'
import { boxPaymentFailed } from './templates/box-payment-failed.tsx'
import { boxRenewal } from './templates/box-renewal.tsx'
import { boxResumed } from './templates/box-resumed.tsx'
import { cateringFollowup, consultancyFollowup } from './templates/enquiry-followup.tsx'
import { enquiryNotice } from './templates/enquiry-notice.tsx'
import { discountCode } from './templates/discount-code.tsx'
import { erasureNotice } from './templates/erasure-notice.tsx'
import { newsletterConfirm } from './templates/newsletter-confirm.tsx'
import { orderConfirmation } from './templates/order-confirmation.tsx'
import { orderNotice } from './templates/order-notice.tsx'
import { orderSent } from './templates/order-sent.tsx'
import { orderWaiting } from './templates/order-waiting.tsx'
import { paymentFailed } from './templates/payment-failed.tsx'
import { refund } from './templates/refund.tsx'
import { strayPayment } from './templates/stray-payment.tsx'
import { stuckNotice } from './templates/stuck-notice.tsx'
import type { EmailTemplate } from './templates/email-template.ts'
import { PictureNames } from './templates/picture.tsx'
import { welcomeBack } from './templates/welcome-back.tsx'
import { welcomeEmail } from './templates/welcome-email.tsx'
import { yourData } from './templates/your-data.tsx'

export interface RenderedEmail {
  subject: string
  html: string
  text: string
  attachments: EmailAttachment[]
}

/** What writes each email. */
const emailTemplates: { [Name in Template]: EmailTemplate<EmailData[Name]> } = {
  auth_confirm: authConfirm,
  auth_recover: authRecover,
  auth_email_change: authEmailChange,
  auth_reauthenticate: authReauthenticate,
  auth_account_exists: authAccountExists,
  welcome_email: welcomeEmail,
  welcome_back: welcomeBack,
  consultancy_followup: consultancyFollowup,
  catering_followup: cateringFollowup,
  enquiry_notice: enquiryNotice,
  cart_follow_up: cartFollowUp,
  discount_code: discountCode,
  your_data: yourData,
  erasure_notice: erasureNotice,
  stray_payment: strayPayment,
  stuck_notice: stuckNotice,
  newsletter_confirm: newsletterConfirm,
  order_confirmation: orderConfirmation,
  order_notice: orderNotice,
  order_waiting: orderWaiting,
  order_sent: orderSent,
  payment_failed: paymentFailed,
  refund,
  box_renewal: boxRenewal,
  box_payment_failed: boxPaymentFailed,
  box_cancelled: boxCancelled,
  box_resumed: boxResumed,
}

/** Writes an email out as HTML and text, with the pictures that it shows. */
export async function renderEmail(
  email: Email,
  { siteUrl, pictures }: { siteUrl: URL; pictures: Pictures },
): Promise<RenderedEmail> {
  const { subject, content } = compose(email, siteUrl)
  const written = await render(
    <PictureNames value={new Set(pictures.keys())}>{content}</PictureNames>,
  )
  const html = written.replace(reactMarks, '')
  return {
    subject: oneLine(subject),
    html,
    text: plainTextOf(html),
    attachments: attachmentsOf(html, pictures),
  }
}

function compose<Name extends Template>(
  { template, data }: { template: Name; data: EmailData[Name] },
  siteUrl: URL,
) {
  const { subject, content } = emailTemplates[template]
  return { subject: subject(data), content: content(data, siteUrl) }
}

/** What React leaves for hydration; text of ours is escaped and cannot look like it. */
const reactMarks = /<!--(?: |\/?\$|html|head|body)-->/g

/** A line break in a subject would begin a header of its own. */
function oneLine(subject: string): string {
  return subject
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
