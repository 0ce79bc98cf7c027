import { type AbuseRow, caseSections, emailRows, formRows } from './abuse-tags.ts'

export interface TaggedTest {
  file: string
  tags: string[]
}

const introduction = `# What must not happen, and the tests that show it

Each test that is counted here fails when the defence of its case is taken away. A test carries its cases as tags (\`test('…', { tags: ['abuse-31'] }, …)\`, written out, since the files are read without running them), and a case is named by its tag. One test that runs over a table counts once.

- \`npx vitest list --tags-filter=abuse-31\` prints the titles of the tests of a case; \`npx vitest run\` with the same filter runs them.
- \`tests/security/abuse-cases.ts\` holds the cases, the forms and the emails.
- \`npm run abuse-cases\` writes this page from these cases and the tags of the tests. \`tests/security/abuse-table.test.ts\` fails while the page is out of date, and while a case has no test.
`

const formsHeading = `## Every form

What 24 to 30 and 36 mean for each form that anybody can send, by case. The search has 24, and files have 29: no form takes any. Tests of one form have a tag such as \`form-newsletter-26\`; tests that run over all forms of a kind have \`every-function-form-26\`, \`every-auth-form-26\` or \`every-rest-form-26\`.
`

const emailsHeading = `## Every email

What a visitor wrote is text in it, it goes to one address, and nobody makes the shop write it without end. Tests of one email have a tag such as \`email-orders-27\`; tests that run over all emails have \`every-email-27\`.
`

/** Returns the test files with the number of their tests that carry one of the tags. */
function countByFile(tests: readonly TaggedTest[], tags: string[]): string[] {
  const counts = new Map<string, number>()
  for (const test of tests)
    if (test.tags.some((tag) => tags.includes(tag)))
      counts.set(test.file, (counts.get(test.file) ?? 0) + 1)
  return [...counts].sort().map(([file, count]) => `\`${file}\` ${count}`)
}

function renderRow({ name, text, tags }: AbuseRow, tests: readonly TaggedTest[]): string {
  const points = tags.flatMap(({ number, anyOf }) => {
    const files = countByFile(tests, anyOf)
    if (number === null) return files
    return files.length > 0 ? [`${number}: ${files.join(', ')}`] : []
  })
  return [`- **${name}** ${text}`, ...points.map((point) => `  - ${point}`)].join('\n')
}

/** Returns the text of `docs/abuse-cases.md`. */
export function renderAbusePage(tests: readonly TaggedTest[]): string {
  const renderRows = (rows: AbuseRow[]) => rows.map((row) => renderRow(row, tests)).join('\n')
  const cases = caseSections.map(({ heading, rows }) => `## ${heading}\n\n${renderRows(rows)}\n`)
  return [
    introduction,
    ...cases,
    `${formsHeading}\n${renderRows(formRows)}\n`,
    `${emailsHeading}\n${renderRows(emailRows)}\n`,
  ].join('\n')
}
