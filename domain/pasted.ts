/**
 * Soft hyphens, zero-width spaces, bidirectional controls and other invisible characters, which text from an email or a chat often
 * contains.
 */
export const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const dashes = /[\p{Pd}\u2212]/gu
const fullWidth = /[\uFF01-\uFF5E]/g

/**
 * Normalises pasted text: removes invisible characters, replaces white space by single spaces and dashes by hyphens, and converts
 * full-width characters to ASCII.
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

/**
 * Normalises pasted text, and removes quotation marks and brackets around it and the full stop of the sentence that contained it.
 */
export function unwrapPasted(typed: string): string {
  return cleanPasted(typed).replace(openings, '').replace(closings, '')
}

/**
 * Returns a code, a tracking number or a postcode in the form in which it is compared: in upper case, without spaces and hyphens.
 */
export function compactPasted(typed: string): string {
  return unwrapPasted(cleanPasted(typed).replace(/[ -]/g, '')).toUpperCase()
}

/** Returns an email address without `mailto:` and surrounding characters. The result may still be invalid. */
export function cleanAddress(typed: string): string {
  return unwrapPasted(unwrapPasted(typed).replace(/^(?:mailto:\s*)+/i, ''))
}
