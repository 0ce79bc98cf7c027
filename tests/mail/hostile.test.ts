import { expect, test } from 'vitest'
import { business } from '../../domain/business.ts'
import { EmailError, type TemplateName } from '../../mail/emails.ts'
import { createMessage } from '../../mail/message.ts'
import { sampleEmails, sampleNames } from './samples.ts'

const siteUrl = new URL('https://shop.example')
const messageOptions = {
  from: `${business.tradingName} <${business.email}>`,
  replyTo: business.email,
  siteUrl,
  pictures: new Map(),
  links: { functionsUrl: siteUrl, sign: async () => 'token' },
}

const evils = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&',
  '</style><svg/onload=alert(1)><!--',
  'Marsha\r\nBcc: victim@example.com\r\n\r\n<b>x</b>',
  '\u202eolleh\u2028x\u0007',
  'javascript:alert(1)',
]

/** Returns copies of a value, each with one of its strings replaced. */
function spoil(value: unknown, evil: string): unknown[] {
  if (typeof value === 'string') return [evil]
  if (typeof value !== 'object' || value === null) return []
  const make = (key: string, inner: unknown) =>
    Array.isArray(value)
      ? value.map((old, index) => (String(index) === key ? inner : old))
      : { ...value, [key]: inner }
  return Object.entries(value).flatMap(([key, old]) =>
    spoil(old, evil).map((inner) => make(key, inner)),
  )
}

function write(template: TemplateName, data: unknown) {
  const id = '7d0c3a52-3c57-4a0c-9b1e-0e4b0f6f6d11'
  return createMessage(
    { id, template, recipient: 'marsha@example.com', data, attempts: 1 },
    messageOptions,
  )
}

const everyWay = sampleNames.flatMap((name) => evils.map((evil) => [name, evil] as const))

test.each(everyWay)(
  'the email %s with %j in its data is harmless or refused',
  { tags: ['abuse-26', 'every-email-26', 'every-email-27'] },
  async (name, evil) => {
    for (const data of spoil(sampleEmails[name], evil)) {
      const message = await write(name, data).catch((error: unknown) => {
        if (!(error instanceof EmailError)) throw error
        return null
      })
      if (message === null) continue
      const html = String(message.html)
      // The content of attributes is removed before the check, because quoted text is harmless there.
      expect(html.replace(/="[^"]*"/g, '=""')).not.toMatch(/<script|<svg|<b>|<[^<>]*\son[a-z]+=/i)
      expect(html).not.toMatch(/(?:href|src)="\s*(?:javascript|data|vbscript):/i)
      for (const header of [message.subject, ...Object.values(message.headers ?? {})])
        expect(String(header)).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(message.to).toEqual({ name: '', address: 'marsha@example.com' })
      expect(message.replyTo).toMatchObject({
        address: expect.stringMatching(/^[^\s,<>]+@[^\s,<>]+$/),
      })
      expect(Object.keys(message)).not.toContain('bcc')
    }
  },
)

test.each([
  'a@example.com,b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'Marsha <a@example.com>',
  '',
])(
  'an email to %j, which is not one address, is refused',
  { tags: ['abuse-27', 'every-email-27'] },
  async (recipient) => {
    const email = {
      id: 'x',
      template: 'welcome_back',
      recipient,
      data: { name: null },
      attempts: 1,
    }
    await expect(createMessage(email, messageOptions)).rejects.toThrow(EmailError)
  },
)

test(
  'notices have the address of one customer as reply-to, or the address of the shop',
  { tags: ['abuse-27', 'email-enquiry-notice-27', 'email-orders-27'] },
  async () => {
    for (const name of ['order_notice', 'enquiry_notice'] as const)
      for (const email of ['a@example.com,b@example.com', 'x\r\nBcc: b@example.com', 'nobody']) {
        const { replyTo } = await write(name, { ...sampleEmails[name], email })
        expect(replyTo).toEqual({ name: '', address: business.email })
      }
  },
)
