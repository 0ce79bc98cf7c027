import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseEmail } from '../../mail/emails.ts'
import { loadPictures } from '../../mail/pictures.ts'
import { renderEmail } from '../../mail/render.tsx'
import { createMailTransport } from '../../mail/transport.ts'
import { startMailbox } from '../../sandbox/mailbox/mailbox.ts'
import { getCommonHeaders } from '../../server/security-headers.ts'
import { sendWebResponse } from '../../server/web-response.ts'
import { collectErrors, openBrowser } from '../support/browser.ts'
import { silentLog } from './mail-shop.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'mailbox-'))
const mailbox = await startMailbox({ dataDir, log: silentLog })
const site = await serve()
const browser = await openBrowser()

afterAll(async () => {
  await browser.close()
  site.server.close()
  await mailbox.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Serves the sandbox mailbox with the shop's HTTP headers. Any other path answers with its own address as text. */
async function serve() {
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(getCommonHeaders(url)))
      response.setHeader(name, value)
    if (request.url?.startsWith('/sandbox/mail'))
      void sendWebResponse(mailbox.handle, request, response, {
        siteUrl: url,
        clientAddress: '127.0.0.1',
      })
    else response.end(`arrived at ${request.url}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const url = new URL(`http://localhost:${port}`)
  return { server, url }
}

async function deliver(link: string): Promise<void> {
  const pictures = await loadPictures(
    join(import.meta.dirname, '..', '..', 'public', 'generated', 'mail'),
  )
  const email = parseEmail('auth_confirm', { link })
  const message = await renderEmail(email, { siteUrl: site.url, pictures })
  const transport = createMailTransport({ url: mailbox.smtpUrl, requiresTls: false })
  await transport.sendMail({ from: 'a@example.com', to: 'marsha@example.com', ...message })
  transport.close()
}

test('a link in an email opens in the whole window under the policy of the page', async () => {
  const { page } = browser
  const errors = collectErrors(page)
  const path = '/auth/v1/verify?token=abc&type=signup'
  await deliver(new URL(path, site.url).href)
  await page.goto(new URL('/sandbox/mail', site.url).href)
  await page.getByRole('link', { name: 'Confirm your e-mail address' }).click()
  await page.getByRole('heading', { name: 'Confirm your e-mail address' }).waitFor()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('link', { name: 'Confirm e-mail address' }).click()
  await page.waitForURL(new URL(path, site.url).href)
  expect(await page.textContent('body')).toBe(`arrived at ${path}`)
  expect(errors).toEqual([])
})

test('the button Delete all deletes all emails', async () => {
  const { page } = browser
  await deliver(site.url.href)
  await page.goto(new URL('/sandbox/mail', site.url).href)
  await page.getByRole('button', { name: 'Delete all' }).click()
  await page.getByText('No mail yet').waitFor()
  expect(page.url()).toBe(new URL('/sandbox/mail', site.url).href)
})
