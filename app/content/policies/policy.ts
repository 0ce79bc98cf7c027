/** A page of small print. In every text `[words](/path)` is a link and `**words**` are strong. */
export interface Policy {
  title: string
  /** As it stands on the page: "April 2025". Change it when the words change. */
  updated: string
  lead: string
  /** The short version; it promises nothing that the sections do not say. */
  short: readonly string[]
  sections: readonly PolicySection[]
}

export interface PolicySection {
  /** Stands in links: change it and they break. */
  id: string
  title: string
  blocks: readonly PolicyBlock[]
}

/** A paragraph, a list, a table with a heading row, or a form to copy. */
export type PolicyBlock =
  | string
  | { list: readonly string[] }
  | { table: { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] } }
  | { form: { title: string; lines: readonly string[] } }
