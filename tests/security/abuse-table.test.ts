import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { templates } from '../../mail/emails.ts'
import { authForms, fileForms, forms } from './forms.ts'

const root = join(import.meta.dirname, '..', '..')
const page = await readFile(join(root, 'docs', 'abuse-cases.md'), 'utf8')

interface Case {
  name: string
  /** Forms and emails name in backticks what they stand for. */
  of: string[]
  tests: { cases: string[]; file: string; title: string }[]
}

/** A case is a point of the list; its tests are the points below it. */
const cases = page
  .split(/^- /m)
  .slice(1)
  .map((text): Case => {
    const name = /^\*\*(.+?)\*\*/.exec(text)?.[1] ?? ''
    const of = [...(text.split('\n')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, one = '']) => one)
    const tests = [...text.matchAll(/^ {2}- (?:([\d, ]+): )?`([^`]+)` `([^`]+)`$/gm)]
    return {
      name,
      of,
      tests: tests.map(([, numbers, file = '', title = '']) => ({
        cases: numbers?.split(', ') ?? [],
        file,
        title,
      })),
    }
  })

/** The cases for which the tests of a form or an email stand. */
function casesOf(kind: 'form' | 'email', name: string): string[] {
  const rows = cases.filter((one) => one.name.startsWith(`${kind}: `) && one.of.includes(name))
  return [...new Set(rows.flatMap(({ tests }) => tests.flatMap((test) => test.cases)))].sort()
}

/** A title as it stands in the source, in either kind of quotes. */
function isTitleIn(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
}

test('the page names its cases, each once', () => {
  expect(cases.length).toBeGreaterThan(30)
  expect(new Set(cases.map((one) => one.name)).size).toBe(cases.length)
})

test.each(cases)('case $name is shown by tests that exist', async ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0)
  const gone = []
  for (const { file, title } of tests) {
    const path = join(root, file)
    const source = existsSync(path) ? await readFile(path, 'utf8') : ''
    if (!isTitleIn(source, title)) gone.push(`${file}: ${title}`)
  }
  expect(gone).toEqual([])
})

const overRest = ['newsletter_signups', 'store_guest_cart', 'discount_of', 'profiles']
const overRestOnly = [
  'set_cart_reminders',
  'log_security_event',
  'use_recovery_code',
  'end_session',
]
const everyForm = new Set([
  ...forms.map(({ action }) => action),
  ...authForms.map(({ path }) => path.replace(/[0-9a-f-]{36}/, ':id')),
  ...fileForms.map(({ path }) => path),
  ...overRest,
  ...overRestOnly,
])

test.each([...everyForm])('the form %s has a test for each case that bears on it', (form) => {
  expect(casesOf('form', form)).toEqual(
    expect.arrayContaining(['25', '26', '27', '28', '30', '36']),
  )
})

test.each(templates)('the email %s has a test for each case that bears on it', (template) => {
  expect(casesOf('email', template)).toEqual(['26', '27', '30'])
})
