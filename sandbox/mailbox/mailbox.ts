import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { noStoreHeaders } from '../../packages/payment-sandbox/src/page.ts'
import { startSmtpReceiver } from './smtp-receiver.ts'
import { type MailStore, openMailStore } from './mail-store.ts'
import {
  frameSandboxFlags,
  getFrameHtml,
  createListPage,
  createMailPage,
  createNotFoundPage,
} from './pages.ts'
import type { ReceivedMail } from './parse-mail.ts'

export interface MailboxOptions {
  dataDir: string
  log: { error: (details: object, message: string) => void }
  clock?: () => number
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

export async function startMailbox(options: MailboxOptions) {
  const { dataDir, log, clock = Date.now } = options
  const store = await openMailStore(join(dataDir, 'mailbox'), () => {
    const time = String(clock()).padStart(14, '0')
    return `${time}-${randomBytes(4).toString('hex')}`
  })
  return {
    ...(await startSmtpReceiver(store, log)),
    handle: (request: Request) => handleRequest(store, request),
  }
}

const basePath = '/sandbox/mail'

async function handleRequest(store: MailStore, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const path = pathname.slice(basePath.length).replace(/\/$/, '')
  if (request.method === 'POST' && path === '/clear')
    return deleteMessages(
      store,
      request,
      new Response(null, { status: 303, headers: { location: basePath } }),
    )
  if (request.method === 'DELETE' && path === '/messages.json')
    return deleteMessages(store, request, Response.json({ messages: [] }))
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response('Not here', { status: 405, headers: { allow: 'GET, HEAD' } })
  if (path === '') return createListPage(await store.list())
  if (path === '/messages.json') return listMessages(store, searchParams.get('to'))
  const [, id = '', part] = path.split('/')
  const mail = await store.read(id)
  if (mail === null) return createNotFoundPage()
  if (part === undefined) return createMailPage(mail)
  if (part === 'html') return createFrameResponse(mail)
  if (part !== 'source') return createNotFoundPage()
  const headers = { ...noStoreHeaders, 'content-type': 'text/plain; charset=utf-8' }
  return new Response(mail.source, { headers })
}

/** Answers with a list of emails as JSON, for tests and tools. `to` limits it to emails delivered to that address. */
async function listMessages(store: MailStore, to: string | null): Promise<Response> {
  const isFor = (one: string): boolean => one.toLowerCase() === to?.toLowerCase()
  const found = (await store.list()).filter((mail) => to === null || mail.recipients.some(isFor))
  return Response.json({ messages: found }, { headers: noStoreHeaders })
}

/** Deletes all emails. Answers 403 when the Origin header is not the mailbox's own, so that other sites cannot do this. */
async function deleteMessages(
  store: MailStore,
  request: Request,
  done: Response,
): Promise<Response> {
  const origin = request.headers.get('origin')
  const own = new URL(request.url)
  const host = request.headers.get('host') ?? own.host
  if (origin !== own.origin && origin !== `${own.protocol}//${host}`)
    return new Response('This request came from another site', { status: 403 })
  await store.clear()
  return done
}

/**
 * The Content-Security-Policy of an email's HTML, in a frame or opened directly: no scripts, no external resources, and an opaque
 * origin.
 */
const framePolicy = [
  `sandbox ${frameSandboxFlags}`,
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

function createFrameResponse(mail: ReceivedMail): Response {
  return new Response(getFrameHtml(mail), {
    headers: {
      ...noStoreHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': framePolicy,
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
    },
  })
}
