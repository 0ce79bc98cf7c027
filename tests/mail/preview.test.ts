import { expect, test } from 'vitest'
import { parseEmail, templateNames } from '../../mail/emails.ts'
import { handlePreviewRequest } from '../../tools/mail/preview.ts'
import { everySample } from './samples.ts'

async function open(path: string): Promise<string> {
  const answer = await handlePreviewRequest(new URL(path, 'http://localhost'))
  expect(answer.status).toBe(200)
  return answer.text()
}

test('the preview lists every template with its subject', async () => {
  const list = await open('/')
  for (const template of templateNames) expect(list).toContain(`href="/${template}"`)
  expect(list).toContain('Your cart is still warm')
})

test.each(everySample)('the sample data of $name is valid for its template', ({ email }) => {
  expect(() => parseEmail(email.template, email.data)).not.toThrow()
})

test.each(everySample)(
  'the preview shows $name at 600 and 390 px and as text',
  async ({ name }) => {
    const page = await open(`/${encodeURIComponent(name)}`)
    for (const width of [600, 390]) expect(page).toContain(`width="${width}" src="/`)
    expect(page).toContain('<pre>')
  },
)

test('the preview shows an email in light or dark, with or without pictures', async () => {
  const light = await open('/welcome_email/html')
  expect(light).toContain('@media not all{')
  expect(light).toContain('src="/pictures/wordmark.png"')
  const dark = await open('/welcome_email/html?dark&bare')
  expect(dark).toContain('@media all{')
  expect(dark).not.toContain('/pictures/')
})

test('an unknown template or picture is answered with 404', async () => {
  for (const path of ['/no_such_letter', '/pictures/no-such-picture.png', '/pictures/..%2fx'])
    expect((await handlePreviewRequest(new URL(path, 'http://localhost'))).status).toBe(404)
})
