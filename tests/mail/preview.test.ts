import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseEmail, templates } from '../../mail/emails.ts'
import { loadPictures } from '../../mail/pictures.ts'
import { renderEmail } from '../../mail/render.tsx'
import { otherSamples, sampleEmails } from './samples.ts'
import { answerPreview, samplesOf } from '../../tools/mail/preview.ts'

const folder = join(import.meta.dirname, '..', '..', 'public', 'generated', 'mail')
const preview = { renderEmail, sampleEmails, otherSamples, pictures: await loadPictures(folder) }
const samples = samplesOf(preview)

async function open(path: string): Promise<string> {
  const { status, body } = await answerPreview(preview, new URL(path, 'http://localhost'))
  expect(status).toBe(200)
  return String(body)
}

test('the preview lists every template with its subject', async () => {
  const list = await open('/')
  for (const template of templates) expect(list).toContain(`href="/${template}"`)
  expect(list).toContain('Your cart is still warm')
})

test.each(samples)('$name is data that its template takes', ({ email }) => {
  expect(() => parseEmail(email.template, email.data)).not.toThrow()
})

test.each(samples)('$name is shown at 600 and 390, and as text', async ({ name }) => {
  const page = await open(`/${encodeURIComponent(name)}`)
  for (const width of [600, 390]) expect(page).toContain(`width="${width}" src="/`)
  expect(page).toContain('<pre>')
})

test('an email is shown light or dark, and with its pictures or without', async () => {
  const light = await open('/welcome_email/html')
  expect(light).toContain('@media not all{')
  expect(light).toContain('src="/pictures/wordmark.png"')
  const dark = await open('/welcome_email/html?dark&bare')
  expect(dark).toContain('@media all{')
  expect(dark).not.toContain('/pictures/')
})

test('what there is not is not found', async () => {
  for (const path of ['/no_such_letter', '/pictures/no-such-picture.png', '/pictures/..%2fx'])
    expect((await answerPreview(preview, new URL(path, 'http://localhost'))).status).toBe(404)
})
