import type { TestTags } from 'vitest'
import {
  type FormKind,
  type TestedForm,
  abuseCases,
  emailCaseNumbers,
  formCaseNumbers,
  formKinds,
  testedEmails,
  testedForms,
} from './abuse-cases.ts'

/** A row of the table in `docs/abuse-cases.md`. */
export interface AbuseRow {
  /** The tag of an abuse case, or, for a form or an email, the part of its tags before the number. */
  name: string
  text: string
  /**
   * The tags of the tests that belong to the row. A form or an email has an element for each of its cases, by the
   * case's number.
   */
  tags: { number: string | null; anyOf: string[] }[]
}

const forms: [key: string, form: TestedForm][] = Object.entries(testedForms)

/** Returns the names of the functions or paths that the forms of a kind call. */
export function listFormEndpoints(kind: FormKind): string[] {
  return forms.flatMap(([, form]) => form[kind] ?? [])
}

function quote(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

function describeForm(form: TestedForm): string {
  const ways = formKinds.flatMap((kind) => {
    const names = form[kind]
    return names === undefined ? [] : [quote(names) + (kind === 'rest' ? ' over REST' : '')]
  })
  return `${form.title}: ${ways.join('; ')}`
}

function groupByCase(numbers: readonly string[], prefixes: string[]): AbuseRow['tags'] {
  return numbers.map((number) => ({
    number,
    anyOf: prefixes.map((prefix) => `${prefix}-${number}`),
  }))
}

export const caseSections: { heading: string; rows: AbuseRow[] }[] = Object.entries(abuseCases).map(
  ([heading, cases]) => ({
    heading,
    rows: Object.entries(cases).map(([tag, text]) => ({
      name: tag,
      text,
      tags: [{ number: null, anyOf: [tag] }],
    })),
  }),
)

export const formRows: AbuseRow[] = forms.map(([key, form]) => ({
  name: `form-${key}`,
  text: describeForm(form),
  tags: groupByCase(formCaseNumbers, [
    `form-${key}`,
    ...formKinds.filter((kind) => kind in form).map((kind) => `every-${kind}-form`),
  ]),
}))

export const emailRows: AbuseRow[] = Object.entries(testedEmails).map(([key, email]) => ({
  name: `email-${key}`,
  text: `${email.title}: ${quote(email.templates)}`,
  tags: groupByCase(emailCaseNumbers, [`email-${key}`, 'every-email']),
}))

export const abuseRows = [...caseSections.flatMap(({ rows }) => rows), ...formRows, ...emailRows]

const descriptions = new Map(
  abuseRows.flatMap(({ name, text, tags }) =>
    tags.flatMap(({ number, anyOf }) =>
      anyOf.map((tag): [string, string] => [
        tag,
        tag.startsWith(name) ? text : `Case ${number}, tested with every form or email of a kind`,
      ]),
    ),
  ),
)

/** The tags with their descriptions for Vitest, which refuses a test with any other tag. */
export const tagDefinitions = [...descriptions].map(([name, description]) => ({
  // `descriptions` has the same keys as the type of the tags, but `Object.entries` has returned them with the type
  // string.
  name: name as TestTags['tags'],
  description,
}))
