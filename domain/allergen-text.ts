import { plainLabel } from './allergens.ts'
import { invisible } from './pasted.ts'

/** Returns a label as it is read: without invisible characters, which pasted text has, and with ligatures as letters. */
export const cleanLabel = (text: string): string => text.normalize('NFKC').replace(invisible, '')

/**
 * Returns the text of a label in which the patterns of allergens are searched, without the asterisks of emphasis and with spaces
 * for hyphens and underscores.
 * `allergen_text` in the database returns the same.
 */
export const toAllergenText = (text: string): string =>
  plainLabel(cleanLabel(text)).replace(/[-\u2010-\u2015\u2212_\s]+/g, ' ')
