import { removeLabelMarks } from './allergens.ts'

/** The beginning of a line, or of a cell of a pasted table, with the bullet or number before its first word. */
const lineStarts =
  /(?:^|[\t\n\v\f\r\u0085\u2028\u2029])\s*(?:(?:[-\u2010-\u2015\u2212•·▪▫■□●○◦‣⁃∙§]|\*(?!\*)|o(?=\t)|\d{1,2}(?:[.)](?=\s)|(?=\t)))\s*)?/g
const separators = /[,;，；、\n•·|]/

/**
 * Splits a list such as 'Sugar, spice (salt, chilli); oil' at commas, semicolons, line breaks, tabs and bullets outside brackets.
 * Lines within brackets get commas between them.
 */
export function splitIngredients(typed: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of typed.replace(lineStarts, '\n').replace(/[^\S\n]+/g, ' ')) {
    const last = parts.length - 1
    if (character === '(' || character === '[') depth += 1
    if (character === ')' || character === ']') depth = Math.max(0, depth - 1)
    if (depth === 0 && separators.test(character)) parts.push('')
    else if (character === '\n')
      parts[last] = parts[last]?.replace(/(?<![([ ,;])[ ,;]*$/, ', ') ?? ''
    else parts[last] += character
  }
  return parts.map((part) => part.trim().replace(/\.$/, '')).filter((part) => part !== '')
}

/**
 * Joins the ingredients for a text field, without surrounding spaces and without the asterisks of emphasis, which the shop adds
 * automatically.
 */
export const formatIngredients = (list: readonly string[]): string =>
  removeLabelMarks(list.map((ingredient) => ingredient.trim()).join(', '))
