import { compactPasted } from './pasted.ts'

/**
 * Returns a discount code in the form that is compared, however it was typed or pasted. `normalise_code` in the database does the
 * same.
 */
export const normaliseCode = compactPasted

/** Matches every valid code in that form. */
export const codePattern = /^[A-Z0-9]{3,24}$/
