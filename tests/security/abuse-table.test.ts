import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { templateNames } from '../../mail/emails.ts'
import { formKinds, testedEmails } from './abuse-cases.ts'
import { renderAbusePage, type TaggedTest } from './abuse-page.ts'
import { type AbuseRow, abuseRows, emailRows, formRows, listFormEndpoints } from './abuse-tags.ts'
import { authForms, fileForms, forms } from './forms.ts'

const root = join(import.meta.dirname, '..', '..')
const reader = join(root, 'tools', 'tagged-tests.ts')
const { stdout } = await promisify(execFile)(process.execPath, [reader], { maxBuffer: 2 ** 24 })
const tests: TaggedTest[] = JSON.parse(stdout)
const usedTags = new Set(tests.flatMap(({ tags }) => tags))

/** Returns the numbers of the cases for which the form or the email has a test. */
function getTestedCases({ tags }: AbuseRow): (string | null)[] {
  const tested = tags.filter(({ anyOf }) => anyOf.some((tag) => usedTags.has(tag)))
  return tested.map(({ number }) => number)
}

const formsByKind = {
  function: forms.map(({ action }) => action),
  auth: authForms.map(({ path }) => path.replace(/[0-9a-f-]{36}/, ':id')),
  file: fileForms.map(({ path }) => path),
  rest: [
    'newsletter_signups',
    'store_guest_cart',
    'discount_of',
    'profiles',
    'set_cart_reminders',
    'log_security_event',
    'use_recovery_code',
    'end_session',
  ],
}
test('docs/abuse-cases.md is up to date; `npm run abuse-cases` writes it', async () => {
  await expect(renderAbusePage(tests)).toMatchFileSnapshot('../../docs/abuse-cases.md')
})

test('each abuse case has a unique name', () => {
  expect(abuseRows.length).toBeGreaterThan(30)
  expect(new Set(abuseRows.map(({ name }) => name)).size).toBe(abuseRows.length)
})

test.each(abuseRows)('the abuse case $name has a test', ({ tags }) => {
  expect(tags.flatMap(({ anyOf }) => anyOf).filter((tag) => usedTags.has(tag))).not.toEqual([])
})

test.each(formKinds)('all forms of the kind %s are listed, and no others', (kind) => {
  expect(new Set(listFormEndpoints(kind))).toEqual(new Set(formsByKind[kind]))
})

test('all emails are listed, and no others', () => {
  const listed = Object.values(testedEmails).flatMap((email) => email.templates)
  expect(new Set(listed)).toEqual(new Set(templateNames))
})

test.each(formRows)('$name has a test for each case that applies to forms', (row) => {
  expect(getTestedCases(row)).toEqual(expect.arrayContaining(['25', '26', '27', '28', '30', '36']))
})

test.each(emailRows)('$name has a test for each case that applies to emails', (row) => {
  expect(getTestedCases(row)).toEqual(['26', '27', '30'])
})
