/** Soft hyphens, zero-width spaces, marks of direction and the like, which copying from an email or a chat brings along. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const dashes = /[\p{Pd}\u2212]/gu
const fullWidth = /[\uFF01-\uFF5E]/g

/**
 * Text as it was meant, of something that is copied as often as it is typed: no character that nobody sees, every space a
 * space, every dash a hyphen, full-width letters and digits as they are on other keyboards. `plain_pasted` in the database
 * is the same.
 */
export function cleanPasted(typed: string): string {
  return typed
    .replace(invisible, '')
    .replace(/\s+/g, ' ')
    .replace(fullWidth, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(dashes, '-')
    .trim()
}

const openings = /^[\s"'`“”„‟‘’‚‛«»‹›<([]+/
const closings = /[\s"'`“”„‟‘’‚‛«»‹›>)\].,;:!]+$/

/** Without the quotation marks or brackets around it, and the full stop of the sentence that it was copied out of. */
export function unwrapPasted(typed: string): string {
  return cleanPasted(typed).replace(openings, '').replace(closings, '')
}

/** A code, a parcel's number or a postcode as it counts: capitals without spaces and hyphens. */
export function compactPasted(typed: string): string {
  return unwrapPasted(cleanPasted(typed).replace(/[ -]/g, '')).toUpperCase()
}

/** One email address, without `mailto:` and what stood around it. What is left may still be none. */
export function cleanAddress(typed: string): string {
  return unwrapPasted(unwrapPasted(typed).replace(/^(?:mailto:\s*)+/i, ''))
}
