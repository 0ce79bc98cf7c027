/** The purpose that the signature of an emailed link covers: a link that opens a cart cannot open anybody's data. */
export type LinkPurpose =
  | 'newsletter-confirm'
  | 'tell-me-confirm'
  | 'cart-restore'
  | 'your-data'
  | 'unsubscribe'
