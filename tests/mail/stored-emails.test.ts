import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parseEmail, templateNames } from '../../mail/emails.ts'
import { renderEmail } from '../../mail/render.tsx'

const siteUrl = new URL('https://shop.example')

/**
 * The data of emails as the outbox stored them on 28 November 2026. Emails that wait during an update, or that are
 * opened at the desk years later, were stored in this form, so these samples must never be changed.
 */
const stored: Record<string, object> = JSON.parse(
  await readFile(new URL('./stored-emails.json', import.meta.url), 'utf8'),
)

test('every stored kind of email still has a template', () => {
  expect(Object.keys(stored).length).toBeGreaterThan(38)
  expect(templateNames).toEqual(expect.arrayContaining(Object.keys(stored)))
})

test.each(Object.entries(stored))(
  'the email %s stored in November 2026 is still rendered',
  { tags: ['abuse-earlier-versions'] },
  async (template, data) => {
    const { text, html } = await renderEmail(parseEmail(template, data), {
      siteUrl,
      pictures: new Map(),
    })
    expect(text.length).toBeGreaterThan(40)
    expect(html).not.toMatch(/undefined|\[object/)
  },
)
