import { expect, test } from 'vitest'
import { parseEmail, templates } from '../../mail/emails.ts'
import { answerPreview } from '../../tools/mail/preview.ts'
import { everySample } from './samples.ts'

async function open(path: string): Promise<string> {
  const answer = await answerPreview(new URL(path, 'http://localhost'))
  expect(answer.status).toBe(200)
  return answer.text()
}

test('the preview lists every template with its subject', async () => {
  const list = await open('/')
  for (const template of templates) expect(list).toContain(`href="/${template}"`)
  expect(list).toContain('Your cart is still warm')
})

test.each(everySample)('$name is data that its template takes', ({ email }) => {
  expect(() => parseEmail(email.template, email.data)).not.toThrow()
})

test.each(everySample)('$name is shown at 600 and 390, and as text', async ({ name }) => {
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
    expect((await answerPreview(new URL(path, 'http://localhost'))).status).toBe(404)
})
