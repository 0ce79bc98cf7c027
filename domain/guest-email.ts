import type { Words } from './newsletter.ts'

/** Saves from one browser, and for one address, in so many ms (specification, section 9). */
export const guestEmailLimit = { key: 'guest_email', max: 5, windowMs: 300_000 } as const

/** What the code that a guest is given takes off, in per cent; `discount_codes.percent` has it as its default. */
export const codePercent = 10

/** What agreeing to be reminded says; `consent_wording` in SQL has the same and keeps it with each. */
export const reminderOffer = 'Remind me by e-mail if I leave my cart behind: twice at most.'

export const guestEmailTexts = {
  invalid: { title: 'Invalid email', text: 'Please enter a valid email address.' },
  tooMany: { title: 'Too many attempts', text: 'Please wait before trying again.' },
  failed: { title: 'Error', text: 'Failed to save email' },
  failedOnCartPage: { title: 'Error', text: 'Failed to save email. Please try again.' },
  /** With the box ticked. Whether the address has unsubscribed is not told to whoever types it. */
  saved: {
    title: 'Email saved!',
    text: 'We’ll keep you updated about your cart, unless this address has unsubscribed.',
  },
  /** With the box left empty: no letter follows. */
  kept: { title: 'Email saved!', text: 'It stays with your cart.' },
  codeGiven: {
    title: 'Email saved!',
    text: `This address has already had its ${codePercent}% discount code. It’s one per address.`,
  },
} as const satisfies Record<string, Words>
