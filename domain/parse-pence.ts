/** An amount from a form field: pence, null for an empty field, or an error message. */
export type ParsedPence = { pence: number | null } | { fault: string }

/** The limit for amounts, above which they are refused as typing errors. */
const mostPence = 1_000_000_00

const fault = { fault: 'Write it like 6.50, £6 or 650p.' }

/**
 * Parses an amount: '6.5', '6,50', '£6' and '6' are pounds, '650p' is pence. A comma before three digits separates thousands; any
 * other comma is a decimal point.
 */
export function parsePence(typed: string): ParsedPence {
  const text = typed.replace(/\s/g, '')
  if (text === '') return { pence: null }
  if (text.length > 20) return fault
  const inPence = /^(\d+)p$/i.exec(text)
  if (inPence) return within(Number(inPence[1]))
  const amount = text.replace(/^£/, '').replace(/,(?=\d{3}(?:\D|$))/g, '')
  const parts = /^(\d*)(?:[.,](\d{0,2}))?$/.exec(amount)
  const [, pounds = '', rest = ''] = parts ?? []
  if (pounds + rest === '') return fault
  return within(Number(pounds) * 100 + Number(rest.padEnd(2, '0')))
}

function within(pence: number): ParsedPence {
  return pence > mostPence ? { fault: 'That is more than a million pounds.' } : { pence }
}
