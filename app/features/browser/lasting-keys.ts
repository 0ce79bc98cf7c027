/** Keys of localStorage that stay on the device after sign-out. */
export const persistentKeys = [
  'cart',
  // supabase-js keeps the signed-in session here.
  'shop-session',
  'attempts',
  // A JSON list of `Avoided`: it stays because an allergy does not end with the session. Never sent anywhere.
  'avoid',
  'newsletter_popup_seen',
  'newsletter_signed_up',
] as const
