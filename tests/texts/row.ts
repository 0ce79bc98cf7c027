/** A file of tests, and the name of one in it as it is written there. */
export type Evidence = readonly [file: string, test: string]

/** A rule of section 5 or a row of section 8 of the specification, and what shows that the shop keeps to it. */
export interface TextRow {
  section: '5' | '8'
  /** The rule or row in a few words; unique. */
  rule: string
  /** Exact words that the shop's sources must contain. */
  texts: readonly string[]
  shownBy: readonly Evidence[]
}
