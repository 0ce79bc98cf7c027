import { plainLabel } from './allergens.ts'

/** 'Sugar, spice (salt, chilli); oil' as a list: parted where a comma or semicolon stands outside brackets. */
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

/** As it is typed: without blanks around them and the stars that emphasise, which the shop puts there again by itself. */
export const ingredientsTyped = (list: readonly string[]): string =>
  plainLabel(list.map((one) => one.trim()).join(', '))
