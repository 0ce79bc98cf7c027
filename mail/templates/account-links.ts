/** The customer's boxes on the account page, which come into view there. */
export function boxesAddress(siteUrl: URL): string {
  return new URL('/account-settings#your-boxes', siteUrl).href
}
