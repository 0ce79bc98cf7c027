/** `consent_wording` in the database has the same text. This file is separate from newsletter.ts, which pages load lazily. */
export const newsletterOffer =
  'Get the latest updates on new products, market dates, and exclusive offers!'
export const newsletterPromise = 'Leave whenever. One click, no guilt trip.'

/** The message of a failed sign-up, also when newsletter.ts cannot be loaded (specification, section 8). */
export const newsletterFailed = {
  title: 'Error',
  text: 'Failed to sign up for newsletter. Please try again.',
} as const
