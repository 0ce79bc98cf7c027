/** `consent_wording` in SQL has the same. Apart from the rules, which load later. */
export const newsletterOffer =
  'Get the latest updates on new products, market dates, and exclusive offers!'
export const newsletterPromise = 'Leave whenever. One click, no guilt trip.'

/** Also what is said when the rules could not be loaded (specification, section 8). */
export const newsletterFailed = {
  title: 'Error',
  text: 'Failed to sign up for newsletter. Please try again.',
} as const
