import type { VisitorMessage } from './newsletter.ts'

/**
 * Limits saves from one browser, and at the server for one email address from one IP address, per window in ms (specification,
 * section 9).
 */
export const guestEmailLimit = { key: 'guest_email', max: 5, windowMs: 300_000 } as const

/** The discount of a guest's code in per cent, which is also the default of `discount_codes.percent`. */
export const guestCodePercent = 10

/** The text of the consent to reminders. `consent_wording` in the database has the same text and stores it with each consent. */
export const cartReminderOffer = 'Remind me by e-mail if I leave my cart behind: twice at most.'

export const guestEmailTexts = {
  invalid: { title: 'Invalid email', text: 'Please enter a valid email address.' },
  tooMany: { title: 'Too many attempts', text: 'Please wait before trying again.' },
  failed: { title: 'Error', text: 'Failed to save email' },
  failedOnCartPage: { title: 'Error', text: 'Failed to save email. Please try again.' },
  /** For a ticked reminder checkbox. The text does not disclose whether the address has unsubscribed. */
  saved: {
    title: 'Email saved!',
    text: 'We’ll keep you updated about your cart, unless this address has unsubscribed.',
  },
  /** For an empty reminder checkbox: the shop sends no email. */
  kept: { title: 'Email saved!', text: 'It stays with your cart.' },
  codeGiven: {
    title: 'Email saved!',
    text: `This address has already had its ${guestCodePercent}% discount code. It’s one per address.`,
  },
} as const satisfies Record<string, VisitorMessage>
