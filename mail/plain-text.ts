import { toPlainText } from '@react-email/render'

/** The types of html-to-text that `formatRow` uses, because the library has no types. */
interface Element {
  name?: string
  attribs?: Record<string, string>
  children?: Element[]
}
interface Builder {
  openBlock: (options: { leadingLineBreaks: number }) => void
  closeBlock: (options: { trailingLineBreaks: number }) => void
  addInline: (text: string, options: { noWordTransform: boolean }) => void
  addLineBreak: () => void
}
type Walk = (children: Element[] | undefined, builder: Builder) => void

/**
 * Formats a table row with a price as 'Total: £45.29'. When the first cell has details below a product's name, the price is on a
 * line of its own.
 */
function formatRow(row: Element, walk: Walk, builder: Builder): void {
  const cells = (row.children ?? []).filter((child) => child.name === 'td')
  const spoken = cells.filter(
    (cell) => cell.attribs?.['data-skip-in-text'] !== 'true' && (cell.children ?? []).length > 0,
  )
  const isGoods = spoken[0]?.children?.some((child) => child.name === 'br') === true
  const lines = isGoods ? 2 : 1
  builder.openBlock({ leadingLineBreaks: lines })
  for (const [index, cell] of spoken.entries()) {
    if (index > 0 && isGoods) builder.addLineBreak()
    else if (index > 0) builder.addInline(': ', { noWordTransform: true })
    walk(cell.children, builder)
  }
  builder.closeBlock({ trailingLineBreaks: lines })
}

/** Converts an email's HTML to plain text. Keeps line breaks of the HTML, which only occur in text that a person typed. */
export function toPlainTextEmail(html: string): string {
  const text = toPlainText(html, {
    preserveNewlines: true,
    formatters: { row: formatRow },
    selectors: [
      { selector: 'tr[data-text="row"]', format: 'row' },
      { selector: 'td.half', format: 'paragraph' },
      { selector: 'a[href^="mailto:"]', format: 'anchor', options: { ignoreHref: true } },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
    ],
  })
  return text
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
