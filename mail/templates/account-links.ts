/** The customer's boxes on the account page, which come into view there. */
export function boxesAddress(siteUrl: URL): string {
  return new URL('/account-settings#your-boxes', siteUrl).href
}

/** Their orders, likewise. */
export function ordersAddress(siteUrl: URL): string {
  return new URL('/account-settings#order-history', siteUrl).href
}
