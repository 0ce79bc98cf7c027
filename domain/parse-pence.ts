/** An amount from a form field: pence, null for an empty field, or an error message. */
export type ParsedPence = { pence: number | null } | { fault: string }

/** The limit for amounts, above which they are refused as typing errors. */
const maxPence = 1_000_000_00

const fault = { fault: 'Write it like 6.50, £6 or 650p.' }

/**
 * Parses an amount: '6.5', '6,50', '£6' and '6' are pounds, '650p' is pence. A comma before three digits separates thousands; any
 * other comma is a decimal point.
 */
export function parsePence(typed: string): ParsedPence {
  const text = typed.replace(/\s/g, '')
  if (text === '') return { pence: null }
  if (text.length > 20) return fault
  const penceMatch = /^(\d+)p$/i.exec(text)
  if (penceMatch) return checkMaximum(Number(penceMatch[1]))
  const amount = text.replace(/^£/, '').replace(/,(?=\d{3}(?:\D|$))/g, '')
  const parts = /^(\d*)(?:[.,](\d{0,2}))?$/.exec(amount)
  const [, pounds = '', fraction = ''] = parts ?? []
  if (pounds + fraction === '') return fault
  return checkMaximum(Number(pounds) * 100 + Number(fraction.padEnd(2, '0')))
}

function checkMaximum(pence: number): ParsedPence {
  return pence > maxPence ? { fault: 'That is more than a million pounds.' } : { pence }
}
