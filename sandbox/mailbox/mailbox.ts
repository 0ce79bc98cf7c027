import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startCatcher } from './catcher.ts'
import { type MailStore, openMailStore } from './mail-store.ts'
import { frameRights, framedMail, listPage, mailPage, missingPage } from './pages.ts'
import type { ReceivedMail } from './reading.ts'
import { pageStyles } from './styles.ts'

export interface MailboxOptions {
  /** Mails are kept in the folder `mailbox` below it. */
  dataDir: string
  log: { error: (details: object, message: string) => void }
  /** ms since 1970. */
  clock?: () => number
  random?: (bytes: number) => Buffer
}

export interface Mailbox {
  /** Where the shop sends its mail. */
  smtpUrl: string
  /** Answers `/sandbox/mail` and below; the server lets in only whom it wants to. */
  handle: (request: Request) => Promise<Response>
  stop: () => Promise<void>
}

/** Stands in for the mail world: a real SMTP server that sends nothing on, and a page that shows what came. */
export async function startMailbox(options: MailboxOptions): Promise<Mailbox> {
  const { dataDir, log, clock = Date.now, random = randomBytes } = options
  const store = await openMailStore(join(dataDir, 'mailbox'), () => {
    const time = String(clock()).padStart(14, '0')
    return `${time}-${random(4).toString('hex')}`
  })
  const { smtpUrl, stop } = await startCatcher(store, log)
  return { smtpUrl, stop, handle: (request) => answer(store, request) }
}

const mount = '/sandbox/mail'

async function answer(store: MailStore, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const path = pathname.slice(mount.length).replace(/\/$/, '')
  if (request.method === 'POST' && path === '/clear') return clear(store, request, seeList())
  if (request.method === 'DELETE' && path === '/messages.json')
    return clear(store, request, Response.json({ messages: [] }))
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response('Not here', { status: 405, headers: { allow: 'GET, HEAD' } })
  if (path === '') return pageAnswer(listPage(await store.list()))
  if (path === '/messages.json') return messages(store, searchParams.get('to'))
  const [, id = '', part] = path.split('/')
  const mail = await store.read(id)
  if (mail === null) return pageAnswer(missingPage(), 404)
  return showMail(mail, part)
}

function showMail(mail: ReceivedMail, part: string | undefined): Response {
  if (part === undefined) return pageAnswer(mailPage(mail))
  if (part === 'html') return frameAnswer(framedMail(mail))
  if (part === 'source')
    return new Response(mail.source, {
      headers: { ...kept, 'content-type': 'text/plain; charset=utf-8' },
    })
  return pageAnswer(missingPage(), 404)
}

/** For tests and tools: `?to=` gives only what was delivered to that address. */
async function messages(store: MailStore, to: string | null): Promise<Response> {
  const mails = await store.list()
  const wanted = to?.toLowerCase()
  const found = mails.filter(
    ({ recipients }) =>
      wanted === undefined || recipients.some((one) => one.toLowerCase() === wanted),
  )
  return Response.json({ messages: found }, { headers: kept })
}

/** Only the mailbox's own pages, or a tool that says it is one of them. */
async function clear(store: MailStore, request: Request, done: Response): Promise<Response> {
  const origin = request.headers.get('origin')
  const own = new URL(request.url)
  const host = request.headers.get('host') ?? own.host
  const isOwn = origin !== null && (origin === own.origin || origin === `${own.protocol}//${host}`)
  if (!isOwn) return new Response('This request came from another site', { status: 403 })
  await store.clear()
  return done
}

function seeList(): Response {
  return new Response(null, { status: 303, headers: { location: mount } })
}

const kept = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }

const styleHash = createHash('sha256').update(pageStyles).digest('base64')
const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "font-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

function pageAnswer(body: string, status = 200): Response {
  return new Response(body, {
    status,
    headers: {
      ...kept,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy,
    },
  })
}

/** What came by mail runs nothing, loads nothing from elsewhere and has no origin, framed or not. */
const framePolicy = [
  `sandbox ${frameRights}`,
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

function frameAnswer(body: string): Response {
  return new Response(body, {
    headers: {
      ...kept,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': framePolicy,
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
    },
  })
}
