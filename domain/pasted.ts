/**
 * Soft hyphens, zero-width spaces, bidirectional controls and other invisible characters, which text from an email or a chat often
 * contains.
 */
export const invisibleCharacters = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const dashes = /[\p{Pd}\u2212]/gu
const fullWidth = /[\uFF01-\uFF5E]/g

/**
 * Normalises pasted text: removes invisible characters, replaces white space by single spaces and dashes by hyphens, and converts
 * full-width characters to ASCII.
 */
export function cleanPastedText(typed: string): string {
  return typed
    .replace(invisibleCharacters, '')
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
export function unwrapPastedText(typed: string): string {
  return cleanPastedText(typed).replace(openings, '').replace(closings, '')
}

/**
 * Returns a code, a tracking number or a postcode in the form in which it is compared: in upper case, without spaces and hyphens.
 */
export function compactPastedText(typed: string): string {
  return unwrapPastedText(cleanPastedText(typed).replace(/[ -]/g, '')).toUpperCase()
}

/** Returns an email address without `mailto:` and surrounding characters. The result may still be invalid. */
export function cleanEmailAddress(typed: string): string {
  return unwrapPastedText(unwrapPastedText(typed).replace(/^(?:mailto:\s*)+/i, ''))
}
