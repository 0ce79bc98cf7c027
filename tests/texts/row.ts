/** A test file, and the title of a test in it as it is written there. */
export type Evidence = readonly [file: string, test: string]

/** A rule of section 5 or a row of section 8 of the specification. */
export interface SpecificationRow {
  /** Begins with the section; does not change when the text changes. */
  key: string
  /** The row in the specification's own words, with its numbers. */
  subject: string
  /** The exact texts of the row; braces mark the parts that vary. */
  texts: readonly string[]
  /** Those of its texts that come from the installed auth client, not from the shop. */
  clientTexts?: readonly string[]
  /** The decision where the specification's row is silent, contradicts another one, or would do harm. */
  decided?: string
}
