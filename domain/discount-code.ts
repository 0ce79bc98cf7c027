import { compactPastedText } from './pasted.ts'

/** Returns a typed or pasted discount code in the form in which it is compared. `normalise_code` in the database does the same. */
export const normaliseDiscountCode = compactPastedText

/** Matches every valid code in the form that `normaliseDiscountCode` returns. */
export const discountCodePattern = /^[A-Z0-9]{3,24}$/
