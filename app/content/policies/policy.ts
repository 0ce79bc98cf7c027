/** A legal page. In every text `[words](/path)` is a link and `**words**` are strong. */
export interface Policy {
  title: string
  /** The date as shown on the page: "April 2025". Change it whenever the policy's text changes. */
  updated: string
  lead: string
  short: readonly string[]
  sections: readonly PolicySection[]
}

export interface PolicySection {
  /** The fragment of links to the section. Changing it breaks existing links. */
  id: string
  title: string
  blocks: readonly PolicyBlock[]
}

export type PolicyBlock =
  | string
  | { list: readonly string[] }
  | { table: { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] } }
  | { form: { title: string; lines: readonly string[] } }

/**
 * Parses the sections of a policy from Markdown. `## Title {#id}` begins a section. Its blocks are separated by empty lines:
 * paragraphs, lists (`- `), tables (after a line `Table: caption`), and model forms for the customer to fill in, which are written
 * as block quotes (`> `) with the form's title as the first line.
 */
export function parseSections(text: string): PolicySection[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...blocks] = section.trim().split(/\n{2,}/)
      const [title = '', id = ''] = heading.slice(0, -1).split(' {#')
      return { id, title, blocks: blocks.map(blockOf) }
    })
}

function blockOf(text: string): PolicyBlock {
  const lines = text.split('\n')
  if (text.startsWith('- ')) return { list: lines.map((line) => line.slice(2)) }
  if (text.startsWith('> ')) {
    const [title = '', ...rest] = lines.map((line) => line.slice(2))
    return { form: { title, lines: rest } }
  }
  if (!text.startsWith('Table: ')) return text
  const [caption = '', head = '', , ...rows] = lines
  return { table: { caption: caption.slice(7), head: cellsOf(head), rows: rows.map(cellsOf) } }
}

function cellsOf(row: string): string[] {
  return row.slice(2, -2).split(' | ')
}
