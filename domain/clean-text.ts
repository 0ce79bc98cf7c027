import { cleanPastedText } from './pasted.ts'
import { findSuspicion } from './suspicion.ts'
import { fieldLimits, sanitise, sanitiseHtml } from './validation.ts'

/** Control characters, and bidirectional controls, which change the direction of the text after them, even on the next line. */
const controls = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const controlsExceptBreaks = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu
const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g
/** Characters that start a formula in a spreadsheet, and their full-width forms. */
const formulaStart = /^[\s=+@\uFF1D\uFF0B\uFF20]+/u
const minusStart = /^[-\uFF0D]/

/**
 * Returns the text as one line of at most `max` UTF-16 code units, without markup and control characters. No spreadsheet evaluates
 * it as a formula.
 */
export function cleanLine(value: string, max: number = fieldLimits.text): string {
  const line = value
    .replace(lineBreaks, ' ')
    .replace(/[\n\t]/g, ' ')
    .replace(controls, '')
  return preventFormula(sanitiseHtml(line, max))
}

/** Returns the full name of an account as it is stored, at most 100 characters; null when it looks like an attack. */
export function cleanName(fullName: string): string | null {
  if (findSuspicion('full name', fullName) !== null) return null
  return [...cleanLine(fullName, 2 * fieldLimits.name)].slice(0, fieldLimits.name).join('').trim()
}

/** Does the same as `cleanLine`, but preserves line breaks and tabs. */
export function cleanText(value: string, max: number = fieldLimits.message): string {
  const text = value.replace(lineBreaks, '\n').replace(controlsExceptBreaks, '')
  return preventFormula(sanitiseHtml(text, max))
}

/**
 * Returns a phone number as it was typed. A text with words is cleaned by `cleanLine`, with 00 for a leading +, which `cleanLine`
 * would remove.
 */
export function cleanPhone(value: string): string {
  const phone = cleanPastedText(value)
  return phone === '' || /^\+?\(?\d[\d()./ x-]*$/i.test(phone)
    ? sanitise(phone)
    : cleanLine(value.trim().replace(/^[+\uFF0B](?=\d)/, '00'))
}

function preventFormula(text: string): string {
  return text.replace(formulaStart, '').replace(minusStart, '–').trim()
}
