/**
 * Limits how often one email address can request a link to its personal data: `max` requests in `windowMs` (the default of the
 * specification, section 9).
 */
export const dataRequestLimit = { key: 'data_request', max: 5, windowMs: 300_000 } as const
/** Limits how often one account can download a copy of its personal data. */
export const dataCopyLimit = { key: 'data_copy', max: 5, windowMs: 300_000 } as const
/** Limits how often a person can enter the password that confirms the erasure of their account. */
export const erasureLimit = { key: 'erase_account', max: 5, windowMs: 900_000 } as const

/** The result of a request for personal data, which the page to which the server redirects shows as a message. */
export type DataRequestOutcome =
  | 'asked'
  | 'invalid-email'
  | 'too-many'
  | 'not-sure'
  | 'erased'
  | 'order-open'
  | 'dispute-open'
  | 'payment-open'
  | 'box-open'
  | 'box-ending'
  | 'asks-code'
  | 'no-link'
  | 'failed'
