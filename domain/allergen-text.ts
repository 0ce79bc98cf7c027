import { plainLabel } from './allergens.ts'
import { invisible } from './pasted.ts'

/** Removes the invisible characters that pasted text may contain, and replaces ligatures by their letters. */
export const cleanLabel = (text: string): string => text.normalize('NFKC').replace(invisible, '')

/**
 * Returns the text of a label in the form that the patterns of allergens match: without asterisks of emphasis, and with spaces in
 * place of hyphens and underscores. `allergen_text` in the database returns the same.
 */
export const toAllergenText = (text: string): string =>
  plainLabel(cleanLabel(text)).replace(/[-\u2010-\u2015\u2212_\s]+/g, ' ')
