/**
 * Every key that the shop keeps on the visitor's device; the cookie policy lists them. All are needed for what
 * the visitor asked for: the cart, the session, and popups not shown twice.
 */
export const storageKeys = {
  /** The cart with its sync state. */
  cart: 'cart',
  /** The random id that opens a guest's stored cart. */
  guestCartId: 'guest_cart_id',
  /** The account whose cart a link in a mail brought to this device; until somebody signs in. */
  restoredCart: 'restored_cart',
  /** 'standard' or 'priority'. */
  deliveryMethod: 'delivery_method',
  guestEmail: 'guest_email',
  /** 'true' once a link in a mail brought a cart here: the shop knows an address, and this device need not. */
  mailedCart: 'mailed_cart',
  /** A discount code that was given or typed; whether it is good is the server's to say. */
  discountCode: 'discount_code',
  /** The payment session that was opened last, and the lines it was opened for. */
  checkoutSessionId: 'checkout_session_id',
  cartBackup: 'cart_backup',
  /** Name, address and additional info of the account page; never sent anywhere. */
  accountDetails: 'account_details',
  /** supabase-js keeps the signed-in session here. */
  session: 'shop-session',
  attempts: 'attempts',
  newsletterPopupSeen: 'newsletter_popup_seen',
  newsletterSignedUp: 'newsletter_signed_up',
  /** Kept for a browser session only. */
  /** A guest has asked, in this tab, to have everything erased. */
  erasing: 'erasing',
  exitIntentShown: 'exit_intent_shown',
  addEmailShown: 'add_email_shown',
  cartEmailShown: 'cart_email_shown',
} as const

/** What stays on the device when a shopper leaves it; the cart forgets what is theirs by itself. */
export const lastingKeys: readonly string[] = [
  storageKeys.cart,
  storageKeys.session,
  storageKeys.attempts,
  storageKeys.newsletterPopupSeen,
  storageKeys.newsletterSignedUp,
]
