import { render } from '@react-email/render'
import type { Letter } from './letters.ts'
import { attachmentsOf, type LetterAttachment, type Pictures } from './pictures.ts'
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
import { cateringFollowup, consultancyFollowup } from './templates/enquiry-followup.tsx'
import { enquiryNotice } from './templates/enquiry-notice.tsx'
import { discountCode } from './templates/discount-code.tsx'
import { erasureNotice } from './templates/erasure-notice.tsx'
import { newsletterConfirm } from './templates/newsletter-confirm.tsx'
import { orderConfirmation } from './templates/order-confirmation.tsx'
import { orderNotice } from './templates/order-notice.tsx'
import { paymentFailed } from './templates/payment-failed.tsx'
import { refund } from './templates/refund.tsx'
import type { LetterTemplate } from './templates/letter-template.ts'
import { PictureNames } from './templates/picture.tsx'
import { welcomeBack } from './templates/welcome-back.tsx'
import { welcomeEmail } from './templates/welcome-email.tsx'
import { yourData } from './templates/your-data.tsx'

export interface RenderedLetter {
  subject: string
  html: string
  text: string
  attachments: LetterAttachment[]
}

/** Writes a letter out as HTML and text, with the pictures that it shows. */
export async function renderLetter(
  letter: Letter,
  { siteUrl, pictures }: { siteUrl: URL; pictures: Pictures },
): Promise<RenderedLetter> {
  const { subject, content } = compose(letter, siteUrl)
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

function compose(letter: Letter, siteUrl: URL) {
  switch (letter.template) {
    case 'auth_confirm':
      return write(authConfirm, letter.data, siteUrl)
    case 'auth_recover':
      return write(authRecover, letter.data, siteUrl)
    case 'auth_email_change':
      return write(authEmailChange, letter.data, siteUrl)
    case 'auth_reauthenticate':
      return write(authReauthenticate, letter.data, siteUrl)
    case 'auth_account_exists':
      return write(authAccountExists, letter.data, siteUrl)
    case 'welcome_email':
      return write(welcomeEmail, letter.data, siteUrl)
    case 'welcome_back':
      return write(welcomeBack, letter.data, siteUrl)
    case 'consultancy_followup':
      return write(consultancyFollowup, letter.data, siteUrl)
    case 'catering_followup':
      return write(cateringFollowup, letter.data, siteUrl)
    case 'enquiry_notice':
      return write(enquiryNotice, letter.data, siteUrl)
    case 'cart_follow_up':
      return write(cartFollowUp, letter.data, siteUrl)
    case 'discount_code':
      return write(discountCode, letter.data, siteUrl)
    case 'your_data':
      return write(yourData, letter.data, siteUrl)
    case 'erasure_notice':
      return write(erasureNotice, letter.data, siteUrl)
    case 'newsletter_confirm':
      return write(newsletterConfirm, letter.data, siteUrl)
    case 'order_confirmation':
      return write(orderConfirmation, letter.data, siteUrl)
    case 'order_notice':
      return write(orderNotice, letter.data, siteUrl)
    case 'payment_failed':
      return write(paymentFailed, letter.data, siteUrl)
    case 'refund':
      return write(refund, letter.data, siteUrl)
    case 'box_renewal':
      return write(boxRenewal, letter.data, siteUrl)
    case 'box_payment_failed':
      return write(boxPaymentFailed, letter.data, siteUrl)
    case 'box_cancelled':
      return write(boxCancelled, letter.data, siteUrl)
  }
}

function write<Data>(template: LetterTemplate<Data>, data: Data, siteUrl: URL) {
  return { subject: template.subject(data), content: template.content(data, siteUrl) }
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
