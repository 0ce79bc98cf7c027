/** Limits requests for a link per email address; `windowMs` is the window (the default of the specification, section 9). */
export const dataRequestLimit = { key: 'data_request', max: 5, windowMs: 300_000 } as const
export const dataCopyLimit = { key: 'data_copy', max: 5, windowMs: 300_000 } as const
/** Limits attempts to enter the password for an erasure, as for a sign-in. */
export const erasureLimit = { key: 'erase_account', max: 5, windowMs: 900_000 } as const

export type DataOutcome =
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
