/** A test as evidence: its file, and its title exactly as in the file. */
export type TestEvidence = readonly [file: string, test: string]

/** A rule of section 5, or a row of section 8, of the specification. */
export interface TextRequirement {
  /** A key that begins with the number of the section, and that stays the same when texts change. */
  key: string
  /** The subject in the words of the specification, with its numbers. */
  subject: string
  /** The exact texts that the specification requires; braces mark their variable parts. */
  texts: readonly string[]
  /** The texts that the shop takes over from the installed auth client instead of defining them itself. */
  clientTexts?: readonly string[]
  /** The decision that was taken where the specification is silent, contradicts itself, or would do harm. */
  decided?: string
}
