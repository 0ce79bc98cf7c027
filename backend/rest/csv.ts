/** The rows of a JSON array as CSV with a line of names first. */
export function toCsv(json: string): string {
  const rows: Record<string, unknown>[] = JSON.parse(json)
  const [first] = rows
  if (first === undefined) return ''
  const names = Object.keys(first)
  return [
    names.map(cell).join(','),
    ...rows.map((row) => names.map((name) => cell(row[name])).join(',')),
  ].join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
