import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMailTransport } from '../../mail/transport.ts'
import { type Mailbox, startMailbox } from '../../sandbox/mailbox/mailbox.ts'
import { silentLog } from './mail-shop.ts'

const site = 'http://localhost:3000'

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Creates a sandbox mailbox whose clock advances by a second for each email. */
async function aMailbox(dataDir: string): Promise<Mailbox> {
  let time = Date.UTC(2026, 10, 20)
  const mailbox = await startMailbox({ dataDir, log: silentLog, clock: () => (time += 1000) })
  onTestFinished(() => mailbox.stop())
  return mailbox
}

function sender(mailbox: Mailbox) {
  const transport = createMailTransport({ url: mailbox.smtpUrl, requiresTls: false })
  onTestFinished(() => transport.close())
  return (message: object) => transport.sendMail({ from: 'hello@shop.example', ...message })
}

function get(mailbox: Mailbox, path: string): Promise<Response> {
  return mailbox.handle(new Request(`${site}${path}`))
}

interface Message {
  id: string
  recipients: string[]
  subject: string
  text: string
  links: string[]
}

async function messages(mailbox: Mailbox, query = ''): Promise<Message[]> {
  const answer = await get(mailbox, `/sandbox/mail/messages.json${query}`)
  return (await answer.json()).messages
}

const picture = Buffer.from('89504e470d0a1a0a', 'hex')

test('an email is listed by its recipient with its links', async () => {
  const mailbox = await aMailbox(await aFolder())
  const send = sender(mailbox)
  await send({
    to: 'marsha@example.com',
    subject: 'Confirm',
    text: 'Go to https://shop.example/plain.',
    html: '<a href="https://shop.example/verify?a=1&amp;b=2">here</a>',
  })
  await send({ to: 'other@example.com', subject: 'Another', text: 'x' })
  const [mail, ...rest] = await messages(mailbox, '?to=Marsha@example.com')
  expect(rest).toEqual([])
  expect(mail).toMatchObject({
    recipients: ['marsha@example.com'],
    subject: 'Confirm',
    links: ['https://shop.example/verify?a=1&b=2', 'https://shop.example/plain'],
  })
})

test('the newest email is listed first', async () => {
  const mailbox = await aMailbox(await aFolder())
  const send = sender(mailbox)
  for (const subject of ['first', 'second', 'third'])
    await send({ to: 'a@example.com', subject, text: 'x' })
  expect((await messages(mailbox)).map(({ subject }) => subject)).toEqual([
    'third',
    'second',
    'first',
  ])
})

test('emails persist across a restart', async () => {
  const folder = await aFolder()
  const before = await aMailbox(folder)
  await sender(before)({ to: 'a@example.com', subject: 'kept', text: 'x' })
  await before.stop()
  const after = await aMailbox(folder)
  expect((await messages(after)).map(({ subject }) => subject)).toEqual(['kept'])
})

test('the mailbox page names itself a sandbox and runs no scripts', async () => {
  const mailbox = await aMailbox(await aFolder())
  const answer = await get(mailbox, '/sandbox/mail')
  const page = await answer.text()
  expect(page).toContain('This is a sandbox.')
  expect(page).toContain('No mail yet')
  expect(page).not.toContain('<script')
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

test('the content of an email is escaped on the pages', async () => {
  const mailbox = await aMailbox(await aFolder())
  const evil = '<script>alert(1)</script>"\'&'
  await sender(mailbox)({
    to: { name: evil, address: 'a@example.com' },
    subject: evil,
    text: evil,
    headers: { 'X-Evil': evil },
  })
  const [mail] = await messages(mailbox)
  for (const path of ['/sandbox/mail', `/sandbox/mail/${mail?.id}`]) {
    const page = await (await get(mailbox, path)).text()
    expect(page).toContain('&lt;script&gt;alert(1)')
    expect(page).not.toContain('<script>')
  }
})

test('the HTML of an email is shown in a sandboxed frame that can only open links', async () => {
  const mailbox = await aMailbox(await aFolder())
  const html =
    '<html><head><title>x</title></head><body><script>alert(1)</script><img src="cid:one@x"><a href="https://shop.example/">go</a></body></html>'
  const attachments = [{ filename: 'one.png', cid: 'one@x', content: picture }]
  await sender(mailbox)({ to: 'a@example.com', subject: 'x', html, attachments })
  const [mail] = await messages(mailbox)
  const page = await (await get(mailbox, `/sandbox/mail/${mail?.id}`)).text()
  expect(page).toMatch(/<iframe[^>]+sandbox="[^"]*allow-top-navigation-by-user-activation"/)
  expect(page).not.toMatch(/sandbox="[^"]*allow-(scripts|same-origin|forms)/)
  const frame = await get(mailbox, `/sandbox/mail/${mail?.id}/html`)
  const policy = frame.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^sandbox /)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/)
  const content = await frame.text()
  expect(content).toContain('<head><base target="_top">')
  expect(content).toContain(`src="data:image/png;base64,${picture.toString('base64')}"`)
})

test('the source of an email is served as plain text', async () => {
  const mailbox = await aMailbox(await aFolder())
  await sender(mailbox)({ to: 'a@example.com', subject: 'Source', text: 'x' })
  const [mail] = await messages(mailbox)
  const answer = await get(mailbox, `/sandbox/mail/${mail?.id}/source`)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).toContain('Subject: Source')
})

test('an unknown email id is answered with 404', async () => {
  const mailbox = await aMailbox(await aFolder())
  for (const path of [
    '/nothing',
    '/..%2f..%2fetc%2fpasswd',
    '/00000000000000-00000000/html',
    '/x/y/z',
  ])
    expect((await get(mailbox, `/sandbox/mail${path}`)).status).toBe(404)
})

test('the mailbox is emptied only from its own page', async () => {
  const folder = await aFolder()
  const mailbox = await aMailbox(folder)
  const empty = (method: string, path: string, headers: Record<string, string>) =>
    mailbox.handle(new Request(`${site}/sandbox/mail${path}`, { method, headers }))
  await sender(mailbox)({ to: 'a@example.com', subject: 'x', text: 'x' })
  const strangers: Record<string, string>[] = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]
  for (const headers of strangers) {
    expect((await empty('POST', '/clear', headers)).status).toBe(403)
    expect((await empty('DELETE', '/messages.json', headers)).status).toBe(403)
  }
  expect((await get(mailbox, '/sandbox/mail/clear')).status).toBe(404)
  expect((await empty('PUT', '', { origin: site })).status).toBe(405)
  expect(await messages(mailbox)).toHaveLength(1)
  expect((await empty('POST', '/clear', { origin: site })).headers.get('location')).toBe(
    '/sandbox/mail',
  )
  expect(await messages(mailbox)).toEqual([])
  expect(await readdir(join(folder, 'mailbox'))).toEqual([])
})

test('the newest three hundred emails are stored', async () => {
  const mailbox = await aMailbox(await aFolder())
  const send = sender(mailbox)
  for (let number = 1; number <= 303; number++)
    await send({ to: 'a@example.com', subject: `no ${number}`, text: 'x' })
  const kept = await messages(mailbox)
  expect(kept).toHaveLength(300)
  expect(kept[0]?.subject).toBe('no 303')
  expect(kept.at(-1)?.subject).toBe('no 4')
})

test('an email that is too large is refused', async () => {
  const mailbox = await aMailbox(await aFolder())
  const send = sender(mailbox)
  await expect(
    send({ to: 'a@example.com', subject: 'x', text: 'x'.repeat(11 * 1024 * 1024) }),
  ).rejects.toThrow('552')
  expect(await messages(mailbox)).toEqual([])
})
