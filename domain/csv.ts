/**
 * Rows as a file that spreadsheets and carriers read (RFC 4180). A cell that a spreadsheet would run as a formula is
 * given a quote mark in front, so that whatever a customer typed stays words.
 */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** What begins a formula in a spreadsheet, also behind blanks (OWASP, CSV Injection). */
const formula = /^\s*[=+\-@\t\r|%]/

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const inert = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
