/** Titles and texts of a failed checkout (specification, section 8). */
export const checkoutTexts = {
  failed: 'Checkout failed',
  unable: 'Unable to process checkout. Please try again.',
  noSession: 'Failed to create checkout session',
  noUrl: 'No checkout URL returned from payment processor',
} as const
