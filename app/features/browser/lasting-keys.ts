/** What stays on the visitor's device when they sign out. */
export const lastingKeys = [
  'cart',
  // supabase-js keeps the signed-in session here.
  'shop-session',
  'attempts',
  // What somebody avoids, a JSON list of `Avoided`, who has an allergy signed out, too; never sent anywhere.
  'avoid',
  'newsletter_popup_seen',
  'newsletter_signed_up',
] as const
