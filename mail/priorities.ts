import type { TemplateName } from './emails.ts'

/**
 * Priorities of emails, highest first. `signIn`: the reader needs it to go on. `warning`: the safety of an account or of food.
 * `order`: receipts, and news of orders and boxes. `confirmation`: confirms an address, which a stranger may have made up. `shop`:
 * written by staff or by the shop itself. `form`: caused by a visitor without an account. `bulk`: for many recipients at once.
 */
const priorities = ['signIn', 'warning', 'order', 'confirmation', 'shop', 'form', 'bulk'] as const

const priorityOf = {
  auth_recover: 'signIn',
  auth_reauthenticate: 'signIn',
  auth_password_warning: 'warning',
  auth_codes: 'warning',
  desk_new_phone: 'warning',
  recipe_news: 'warning',
  label_warning: 'warning',
  order_confirmation: 'order',
  order_notice: 'order',
  order_waiting: 'order',
  order_sent: 'order',
  order_cancelled: 'order',
  payment_failed: 'order',
  refund: 'order',
  refund_failed: 'order',
  box_renewal: 'order',
  box_payment_failed: 'order',
  box_payment_confirm: 'order',
  box_cancelled: 'order',
  box_resumed: 'order',
  box_skipped: 'order',
  box_unskipped: 'order',
  auth_confirm: 'confirmation',
  auth_email_change: 'confirmation',
  auth_account_exists: 'confirmation',
  desk_invitation: 'confirmation',
  stuck_notice: 'shop',
  dispute_notice: 'shop',
  refund_failed_notice: 'shop',
  stray_payment: 'shop',
  enquiry_reply: 'shop',
  person_letter: 'shop',
  welcome_email: 'shop',
  welcome_back: 'shop',
  your_data: 'form',
  erasure_notice: 'form',
  newsletter_confirm: 'form',
  tell_me_confirm: 'form',
  discount_code: 'form',
  consultancy_followup: 'form',
  catering_followup: 'form',
  enquiry_notice: 'form',
  tell_me: 'bulk',
  cart_follow_up: 'bulk',
} as const satisfies Record<TemplateName, (typeof priorities)[number]>

/** Maps templates to numbers, of which lower ones are sent first. */
export const templatePriorities = toClaimPriorities((index) => index)

function toClaimPriorities(toNumber: (index: number) => number): Record<string, number> {
  return Object.fromEntries(
    Object.entries(priorityOf).map(([template, priority]) => [
      template,
      toNumber(priorities.indexOf(priority)),
    ]),
  )
}

/**
 * Returns the priorities of a claim, so that no priority delays another without bound. Of three claims, the first takes the most
 * urgent email, the second one of the priorities below `signIn` in turn, and the third the oldest (without priorities). `claim`
 * counts from 1.
 */
export function getClaimPriorities(claim: number): Record<string, number> {
  if (claim % 3 === 1) return templatePriorities
  if (claim % 3 === 0) return {}
  const turns = priorities.length - 1
  const turn = Math.floor(claim / 3) % turns
  return toClaimPriorities((index) => (index === 0 ? turns : (index - 1 - turn + turns) % turns))
}
