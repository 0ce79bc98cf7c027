/** What a newsletter sign-up agrees to; kept with it as it was shown. Apart from the rules, which load later. */
export const newsletterOffer =
  'Get the latest updates on new products, market dates, and exclusive offers!'
export const newsletterPromise = 'Leave whenever. One click, no guilt trip.'
