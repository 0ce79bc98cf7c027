/**
 * The purpose of an emailed link. The link's signature includes it, so that a link that restores a cart does not open personal
 * data.
 */
export type LinkPurpose =
  | 'newsletter-confirm'
  | 'tell-me-confirm'
  | 'cart-restore'
  | 'your-data'
  | 'unsubscribe'
