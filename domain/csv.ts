import { londonDay } from './dates.ts'

/** Marks a file as UTF-8 for Excel, which otherwise decodes it in the computer's own encoding and garbles "Siân". */
export const byteOrderMark = '\uFEFF'

/**
 * Formats rows as a CSV file (RFC 4180) for spreadsheets and carriers. A cell that a spreadsheet would evaluate as a formula gets a
 * leading apostrophe, so that customers' input remains text.
 */
export function formatCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
}

/** Formats an amount as spreadsheets and bookkeeping programs import it: 1700 is '17.00'. */
export function formatCsvPounds(pence: number): string {
  return (pence / 100).toFixed(2)
}

/** Formats the day of a time in London as British programs import it: '01/06/2026'. `at` is an ISO 8601 time. */
export function formatCsvDay(at: string): string {
  const [year, month, day] = londonDay(Date.parse(at)).split('-')
  return `${day}/${month}/${year}`
}

/**
 * Matches cells that a spreadsheet evaluates, also after white space (OWASP, CSV Injection). "- rear entrance" and "+44 20" do not
 * match: after + or -, only a function call, a program or a reference to another sheet is dangerous, and these need one of ( | ! =.
 */
const formula = /^\s*(?:[=@|%]|[+-][^]*[(|!=])|^[\t\r]/

function formatCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
