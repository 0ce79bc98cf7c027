/** Keys of localStorage that are not removed at sign-out. */
export const persistentStorageKeys = [
  'cart',
  // The session, as supabase-js stores it.
  'shop-session',
  'attempts',
  // A JSON list of `AvoidedId`. It outlasts the session, because an allergy does too. It is never sent to the server.
  'avoid',
  'newsletter_popup_seen',
  'newsletter_signed_up',
] as const
