import { type AbuseRow, caseSections, emailRows, formRows } from './abuse-tags.ts'

export interface TaggedTest {
  file: string
  tags: string[]
}

const introduction = `# Abuse cases and their tests

Each counted test fails when the defence against its case is removed. A test has its cases as tags (\`test('…', { tags: ['abuse-31'] }, …)\`, as literals, since the files are read without running them), and the name of a case is its tag. A test that runs over a table counts once.

- \`npx vitest list --tags-filter=abuse-31\` prints the titles of the tests of a case; \`npx vitest run\` with the same filter runs them.
- \`tests/security/abuse-cases.ts\` lists the cases, the forms and the emails.
- \`npm run abuse-cases\` writes this page from these cases and the tags of the tests. \`tests/security/abuse-table.test.ts\` fails while the page is out of date, and while a case has no test.
`

const formsHeading = `## Every form

Cases 25 to 28, 30 and 36 for each form that anybody can submit, and case 6 for the checkout. Case 24 is about the search, and case 29 about files, which no form accepts. Tests of one form have a tag such as \`form-newsletter-26\`; tests that run over all forms of a kind have \`every-function-form-26\`, \`every-auth-form-26\` or \`every-rest-form-26\`.
`

const emailsHeading = `## Every email

For each email: text of visitors is inert (26), it has one recipient (27), and the number of emails is limited (30). Tests of one email have a tag such as \`email-orders-27\`; tests that run over all emails have \`every-email-27\`.
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
