import { removeLabelMarks } from './allergens.ts'
import { invisibleCharacters } from './pasted.ts'

/** Removes the invisible characters that pasted text may contain, and replaces ligatures by their letters. */
export const cleanLabelText = (text: string): string =>
  text.normalize('NFKC').replace(invisibleCharacters, '')

/** Line breaks, tabs between the cells of a table, long dashes, and dashes beside a space, which all separate ingredients. */
const separators =
  /(?:[\t\n\v\f\r\u0085\u2028\u2029\u2012-\u2015]|\s[-\u2010\u2011\u2212]|[-\u2010\u2011\u2212]\s|\s_+\s)[-\u0085\u2010-\u2015\u2212_\s]*/g

/**
 * Returns the text of a label in the form that the patterns of allergens match: without asterisks of emphasis, and with spaces in
 * place of hyphens and underscores. A text with line breaks or dashes between words is returned twice: with commas in their place,
 * because "coconut" and "milk" on two lines are two ingredients, and with spaces, because a line may break within "soy sauce".
 * `allergen_text` in the database returns the same.
 */
export function normaliseAllergenText(text: string): string {
  const joined = removeLabelMarks(cleanLabelText(text))
  const separated = joined.replace(separators, ', ')
  return (separated === joined ? joined : `${separated}. ${joined}`).replace(
    /[-\u0085\u2010-\u2015\u2212_\s]+/g,
    ' ',
  )
}
