/** What the links of emails are signed for: one that opens a cart opens nobody's data. */
export type LinkPurpose =
  | 'newsletter-confirm'
  | 'tell-me-confirm'
  | 'cart-restore'
  | 'your-data'
  | 'unsubscribe'
