import { cleanPasted } from './pasted.ts'
import { suspicionIn } from './suspicion.ts'
import { limits, sanitise, sanitiseHtml } from './validation.ts'

/** Controls, and the marks that turn the direction of what follows, also in the line after. */
const controls = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const controlsButBreaks = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu
const breaks = /\r\n?|[\u0085\u2028\u2029]/g
/** What begins a formula in a spreadsheet, also in its full-width form. */
const formulaStart = /^[\s=+@\uFF1D\uFF0B\uFF20]+/u
const minusStart = /^[-\uFF0D]/

/** No markup, breaks or controls, and nothing that a spreadsheet takes for a formula. Cut at `max` UTF-16 units. */
export function cleanLine(value: string, max: number = limits.text): string {
  const line = value
    .replace(breaks, ' ')
    .replace(/[\n\t]/g, ' ')
    .replace(controls, '')
  return inCell(sanitiseHtml(line, max))
}

/** The full name of an account as it may be kept, of at most 100 characters; null for one that looks like an attack. */
export function cleanName(fullName: string): string | null {
  if (suspicionIn('full name', fullName) !== null) return null
  return [...cleanLine(fullName, 2 * limits.name)].slice(0, limits.name).join('').trim()
}

export function cleanText(value: string, max: number = limits.message): string {
  const text = value.replace(breaks, '\n').replace(controlsButBreaks, '')
  return inCell(sanitiseHtml(text, max))
}

/** A number as it was typed. With words it is a line like any other, in which + is written as 00. */
export function cleanPhone(value: string): string {
  const phone = cleanPasted(value)
  return phone === '' || /^\+?\(?\d[\d()./ x-]*$/i.test(phone)
    ? sanitise(phone)
    : cleanLine(value.trim().replace(/^[+\uFF0B](?=\d)/, '00'))
}

function inCell(text: string): string {
  return text.replace(formulaStart, '').replace(minusStart, '–').trim()
}
