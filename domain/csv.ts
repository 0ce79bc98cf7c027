import { londonDay } from './dates.ts'

/** Tells Excel that a file is UTF-8; without it "Siân" is read in the encoding of the computer. */
export const byteOrderMark = '\uFEFF'

/**
 * Rows as a file that spreadsheets and carriers read (RFC 4180). A cell that a spreadsheet would run as a formula is
 * given a quote mark in front, so that whatever a customer typed stays words.
 */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** An amount with both decimals, as spreadsheets and bookkeeping programs import it: 1700 is '17.00'. */
export function csvPounds(pence: number): string {
  return (pence / 100).toFixed(2)
}

/** The London day of a moment as British programs import it: '01/06/2026'. */
export function csvDay(at: string): string {
  const [year, month, day] = londonDay(Date.parse(at)).split('-')
  return `${day}/${month}/${year}`
}

/**
 * Starts of cells that run in a spreadsheet, also behind blanks (OWASP, CSV Injection). "- rear entrance" and "+44 20"
 * stay as typed: behind + or - only a call, a program or another sheet does harm, and these need one of ( | ! =.
 */
const formula = /^\s*(?:[=@|%]|[+-][^]*[(|!=])|^[\t\r]/

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const inert = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
