export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

export function html(
  parts: TemplateStringsArray,
  ...values: (string | number | Markup | Markup[])[]
): Markup {
  const text = parts.reduce((page, part, index) => page + part + toMarkup(values[index]), '')
  return { markup: text }
}

export interface Markup {
  markup: string
}

export const emptyMarkup: Markup = { markup: '' }

function toMarkup(value: string | number | Markup | Markup[] | undefined): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map((one) => one.markup).join('\n')
  return typeof value === 'object' ? value.markup : escapeHtml(String(value))
}

export function formatPounds(pence: number): string {
  return `${pence < 0 ? '-' : ''}£${(Math.abs(pence) / 100).toFixed(2)}`
}
