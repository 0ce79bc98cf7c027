import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { explainSmtpError } from '../../domain/smtp-errors.ts'
import { createMailTransport } from '../../mail/transport.ts'
import { getOutboxRows, startMailShop } from './mail-shop.ts'
import { createMailHelpers, startSmtpServer } from './smtp-server.ts'

const shop = await startMailShop()
const { startWorker, queue } = createMailHelpers(shop)
afterAll(() => shop.stop())
beforeEach(async () => void (await shop.database.sql`delete from public.outbox`))

/**
 * Returns options of an SMTP server that accepts every password and records it. `disabled` are SMTP commands that the
 * server does not offer.
 */
function rules(passwords: (string | undefined)[], disabled: string[]): SMTPServerOptions {
  return {
    disabledCommands: disabled,
    allowInsecureAuth: true,
    onAuth({ username, password }, _, callback) {
      passwords.push(password ?? undefined)
      callback(null, { user: username })
    },
  }
}

test(
  'a mail server without STARTTLS gets no password and no email, and the desk shows the cause',
  { tags: ['abuse-encrypted-mail'] },
  async () => {
    const passwords: string[] = []
    const server = await startSmtpServer(0, rules(passwords, ['STARTTLS']))
    const url = `smtp://shop:geheim@127.0.0.1:${server.port}?requireTLS=false&ignoreTLS=true`
    const transport = createMailTransport({ url, requiresTls: true })
    await expect(transport.verify()).rejects.toThrow('STARTTLS')
    const worker = await startWorker(server, { transport })
    await queue('marsha@example.com')
    await worker.drain()
    expect({ passwords, deliveries: server.deliveries }).toEqual({ passwords: [], deliveries: [] })
    const [row] = await getOutboxRows(shop)
    expect(row).toMatchObject({ sent_at: null, failed_at: null })
    expect(explainSmtpError(row?.last_error ?? '')).toContain('doesn’t encrypt the connection')
  },
)

test(
  'a mail server with an untrusted certificate gets no password and no email',
  { tags: ['abuse-encrypted-mail'] },
  async () => {
    const passwords: string[] = []
    const server = await startSmtpServer(0, rules(passwords, []))
    const url = `smtp://shop:geheim@127.0.0.1:${server.port}`
    const worker = await startWorker(server, {
      transport: createMailTransport({ url, requiresTls: true }),
    })
    await queue('marsha@example.com')
    await worker.drain()
    expect({ passwords, deliveries: server.deliveries }).toEqual({ passwords: [], deliveries: [] })
    expect(explainSmtpError((await getOutboxRows(shop))[0]?.last_error ?? '')).toContain(
      'certificate',
    )
  },
)

test('the password and the email are sent after STARTTLS has encrypted the connection', async () => {
  const passwords: string[] = []
  const server = await startSmtpServer(0, rules(passwords, []))
  const url = `smtp://shop:geheim@127.0.0.1:${server.port}?tls.rejectUnauthorized=false`
  const worker = await startWorker(server, {
    transport: createMailTransport({ url, requiresTls: true }),
  })
  await queue('marsha@example.com')
  await worker.drain()
  expect(passwords).toEqual(['geheim'])
  expect(server.deliveries).toHaveLength(1)
})
