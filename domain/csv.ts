import { londonDay } from './dates.ts'

/** Marks a file as UTF-8 for Excel, which else reads "Siân" in the encoding of the computer. */
export const byteOrderMark = '\uFEFF'

/**
 * Returns rows as a CSV file (RFC 4180) for spreadsheets and carriers. A cell that a spreadsheet would run as a formula gets a
 * leading quote mark, so that customers' input stays text.
 */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** Formats an amount with two decimals, as spreadsheets and bookkeeping programs import it: 1700 is '17.00'. */
export function csvPounds(pence: number): string {
  return (pence / 100).toFixed(2)
}

/** Formats the day of a time in London as British programs import it: '01/06/2026'. */
export function csvDay(at: string): string {
  const [year, month, day] = londonDay(Date.parse(at)).split('-')
  return `${day}/${month}/${year}`
}

/**
 * Matches the start of cells that run in a spreadsheet, also after white space (OWASP, CSV Injection). "- rear entrance" and "+44
 * 20" stay as typed: after + or -, only a call, a program or a reference to another sheet does harm, and these need one of ( | !
 * =.
 */
const formula = /^\s*(?:[=@|%]|[+-][^]*[(|!=])|^[\t\r]/

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const inert = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
