import { plainLabel } from './allergens.ts'

/** Splits a list such as 'Sugar, spice (salt, chilli); oil' at commas and semicolons outside brackets. */
export function splitIngredients(typed: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of typed.replace(/\s+/g, ' ')) {
    if (character === '(' || character === '[') depth += 1
    if (character === ')' || character === ']') depth = Math.max(0, depth - 1)
    if (depth === 0 && (character === ',' || character === ';')) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim().replace(/\.$/, '')).filter((part) => part !== '')
}

/**
 * Joins the ingredients for a text field, without surrounding spaces and without the asterisks of emphasis, which the shop adds
 * automatically.
 */
export const formatIngredients = (list: readonly string[]): string =>
  plainLabel(list.map((ingredient) => ingredient.trim()).join(', '))
