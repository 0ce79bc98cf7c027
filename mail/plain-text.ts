import { toPlainText } from '@react-email/render'

/** The parts of html-to-text that a formatter uses; the library comes without types. */
interface Element {
  name?: string
  attribs?: Record<string, string>
  children?: Element[]
}
interface Builder {
  openBlock: (options: { leadingLineBreaks: number }) => void
  closeBlock: (options: { trailingLineBreaks: number }) => void
  addInline: (text: string, options: { noWordTransform: boolean }) => void
}
type Walk = (children: Element[] | undefined, builder: Builder) => void

/** Cells of a row that belongs on one line, with room between them. */
function formatRow(row: Element, walk: Walk, builder: Builder): void {
  builder.openBlock({ leadingLineBreaks: 1 })
  const cells = (row.children ?? []).filter((child) => child.name === 'td')
  const spoken = cells.filter((cell) => cell.attribs?.['data-skip-in-text'] !== 'true')
  for (const [index, cell] of spoken.entries()) {
    if (index > 0) builder.addInline('  ', { noWordTransform: true })
    walk(cell.children, builder)
  }
  builder.closeBlock({ trailingLineBreaks: 1 })
}

/** The text form of a mail, from its HTML. */
export function plainTextOf(html: string): string {
  const text = toPlainText(html, {
    formatters: { row: formatRow },
    selectors: [
      { selector: 'tr[data-text="row"]', format: 'row' },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
    ],
  })
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
