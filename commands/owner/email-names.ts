import type { Template } from '../../mail/emails.ts'
import type { WaitingEmail } from './outbox-rows.ts'

const names: Record<Template, string> = {
  auth_confirm: 'Please confirm your address',
  auth_recover: 'New password',
  auth_email_change: 'New e-mail address',
  auth_reauthenticate: 'Code to confirm a change',
  auth_account_exists: 'You already have an account',
  welcome_email: 'Welcome',
  welcome_back: 'Welcome back',
  consultancy_followup: 'We have your consultancy enquiry',
  catering_followup: 'We have your catering enquiry',
  enquiry_notice: 'Notice to you: an enquiry',
  discount_code: 'Discount code',
  your_data: 'Link to somebody’s own data',
  erasure_notice: 'Notice to you: somebody is to be forgotten',
  stray_payment: 'Notice to you: a payment that belongs to nobody',
  stuck_notice: 'Notice to you: what is stuck',
  newsletter_confirm: 'Please confirm the newsletter',
  cart_follow_up: 'Reminder of a cart',
  order_confirmation: 'Order confirmation',
  order_notice: 'Notice to you: an order to pack',
  order_waiting: 'Order is in, its payment is awaited',
  order_sent: 'Parcel is on its way',
  payment_failed: 'Payment failed',
  refund: 'Refund',
  box_renewal: 'Next box is paid',
  box_payment_failed: 'Payment of a box failed',
  box_cancelled: 'Box is cancelled',
  box_resumed: 'Box goes on',
}

/** What an email is called, with what it is about: 'Order confirmation (order 1005)'. */
export function emailName({ template, data }: Pick<WaitingEmail, 'template' | 'data'>): string {
  const name = Object.hasOwn(names, template)
    ? names[template as Template]
    : template.replaceAll('_', ' ')
  const { number, reference } = data
  const about =
    typeof number === 'number'
      ? `order ${number}`
      : typeof reference === 'string'
        ? reference
        : null
  return about === null ? name : `${name} (${about})`
}
