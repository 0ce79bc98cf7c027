/**
 * What a newsletter sign-up agrees to; `consent_wording` in SQL has the same and keeps it with each. Apart from the
 * rules, which load later.
 */
export const newsletterOffer =
  'Get the latest updates on new products, market dates, and exclusive offers!'
export const newsletterPromise = 'Leave whenever. One click, no guilt trip.'
