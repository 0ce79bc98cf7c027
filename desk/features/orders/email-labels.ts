import type { EmailData, TemplateName } from '../../../mail/emails.ts'

/** The names of the email templates that belong to an order. */
type OrderTemplate = {
  [Name in TemplateName]: EmailData[Name] extends { number: number } ? Name : never
}[TemplateName]

const labels: Record<OrderTemplate, string> = {
  order_confirmation: 'Order mail',
  order_notice: 'Notice to us',
  order_waiting: 'Mail that the payment is awaited',
  order_sent: '‘On its way’ mail',
  order_cancelled: 'Mail that it is cancelled',
  payment_failed: 'Mail that the payment failed',
  refund: 'Mail about the money back',
  box_renewal: 'Mail about the next box',
  box_payment_confirm: 'Mail that the bank wants a box’s payment confirmed',
  refund_failed: 'Mail that the money back did not arrive',
  box_payment_failed: 'Mail that a box’s payment failed',
  box_cancelled: 'Mail that the box is cancelled',
  box_resumed: 'Mail that the box goes on',
  box_skipped: 'Mail that a box is skipped',
  box_unskipped: 'Mail that a box is no longer skipped',
  recipe_news: 'Mail about the new recipe',
  dispute_notice: 'Notice to us about a dispute',
  refund_failed_notice: 'Notice to us that a refund failed',
}

/** Returns the name of an email in the timeline of its order; 'Mail' for one that names no order. */
export function getEmailLabel(template: string): string {
  return isOrderTemplate(template) ? labels[template] : 'Mail'
}

function isOrderTemplate(name: string): name is OrderTemplate {
  return Object.hasOwn(labels, name)
}
