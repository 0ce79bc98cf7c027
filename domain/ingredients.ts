import { plainLabel } from './allergens.ts'

/** Splits a list such as 'Sugar, spice (salt, chilli); oil' at commas and semicolons outside brackets. */
export function splitIngredients(typed: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of typed.replace(/\s+/g, ' ')) {
    if (letter === '(' || letter === '[') depth += 1
    if (letter === ')' || letter === ']') depth = Math.max(0, depth - 1)
    if (depth === 0 && (letter === ',' || letter === ';')) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim().replace(/\.$/, '')).filter((part) => part !== '')
}

/**
 * Joins the ingredients for a text field, without surrounding spaces and without the asterisks of emphasis, which the shop adds
 * automatically.
 */
export const parseIngredients = (list: readonly string[]): string =>
  plainLabel(list.map((one) => one.trim()).join(', '))
