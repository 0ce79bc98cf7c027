import { once } from 'node:events'
import type { Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { createMailTransport, type MailTransport } from '../../mail/transport.ts'
import { type MailWorker, type MailWorkerOptions, startMailWorker } from '../../mail/worker.ts'
import { signLink } from '../../supabase/functions/_shared/signed-link.ts'
import { type MailShop, silentLog } from './mail-shop.ts'

export interface ReceivedEmail {
  recipients: string[]
  mail: Email
}

export interface TestSmtpServer {
  port: number
  deliveries: ReceivedEmail[]
  /** Cuts the connection of an SMTP session. */
  cut: (session: { remotePort: number }) => void
  close: () => Promise<void>
}

/**
 * The server's reaction to a complete message: it accepts it, drops the connection without accepting it, accepts it and
 * drops the connection, does not answer, or refuses it with an SMTP code.
 */
export type SmtpReaction = 'take' | 'drop' | 'take and drop' | 'hang' | number

/**
 * Starts a real SMTP server. `rules` are options with which it can refuse or observe commands, and `reactionTo` decides by
 * the recipient how it treats a message.
 */
export async function startSmtpServer(
  port = 0,
  rules: SMTPServerOptions = {},
  reactionTo: (recipient: string) => SmtpReaction = () => 'take',
): Promise<TestSmtpServer> {
  const deliveries: ReceivedEmail[] = []
  const sockets = new Map<number | undefined, Socket>()
  const cut: TestSmtpServer['cut'] = ({ remotePort }) => void sockets.get(remotePort)?.destroy()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const reaction = reactionTo(recipients[0] ?? '')
        if (reaction === 'take' || reaction === 'take and drop')
          deliveries.push({ recipients, mail: await PostalMime.parse(Buffer.concat(chunks)) })
        if (reaction === 'take') callback()
        if (reaction === 'drop' || reaction === 'take and drop') cut(session)
        if (typeof reaction === 'number')
          callback(Object.assign(new Error('Not this one'), { responseCode: reaction }))
      })
    },
    ...rules,
  })
  server.on('error', () => undefined)
  const listener = server.listen(port, '127.0.0.1')
  listener.on('connection', (socket: Socket) => sockets.set(socket.remotePort, socket))
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  return { port: address.port, deliveries, cut, close }
}

/**
 * Creates a transport whose timeouts end when the test says so, so that no test depends on the speed of the machine. `expire`
 * ends one of an email by its id or recipient: that for its transfer, or that for the server's answer.
 */
export function createTransportWithManualTimeouts({ port }: { port: number }) {
  const emails: { names: string[]; timers: (() => void)[] }[] = []
  const transport = createMailTransport(
    { url: `smtp://127.0.0.1:${port}`, requiresTls: false },
    (callback) => {
      emails.at(-1)?.timers.push(callback)
      return () => undefined
    },
  )
  const sendMail: MailTransport['sendMail'] = (message, onDoubt) => {
    const { messageId = '', to } = message
    const recipient = typeof to === 'object' && 'address' in to ? (to.address ?? '') : ''
    emails.push({ names: [messageId.slice(1).split('@')[0] ?? '', recipient], timers: [] })
    return transport.sendMail(message, onDoubt)
  }
  const expire = (name: string, timeout: 'transfer' | 'answer'): void =>
    emails.findLast(({ names }) => names.includes(name))?.timers[timeout === 'transfer' ? 0 : 1]?.()
  return { transport: { ...transport, sendMail }, expire }
}

/** Returns helpers that queue emails in a test shop's outbox, and workers that send them. */
export function createMailHelpers(shop: MailShop) {
  return {
    /** Starts a mail worker that never polls by itself: the test calls `drain`. */
    async startWorker(
      server: { port: number },
      changes: Partial<MailWorkerOptions> = {},
    ): Promise<MailWorker> {
      const worker = await startMailWorker({
        client: shop.secret,
        transport: createMailTransport({
          url: `smtp://127.0.0.1:${server.port}`,
          requiresTls: false,
        }),
        from: 'Y’alright <hello@shop.example>',
        replyTo: 'hello@yalright.example',
        siteUrl: shop.siteUrl,
        links: {
          functionsUrl: shop.siteUrl,
          sign: (...link) => signLink({ SUPABASE_SECRET_KEY: shop.keys.secret }, ...link),
        },
        picturesFolder: '/nowhere',
        clock: shop.clock.now,
        log: silentLog,
        setTimer: () => () => undefined,
        random: () => 0.5,
        ...changes,
      })
      onTestFinished(() => worker.stop())
      return worker
    },
    async queue(
      recipient: string,
      template = 'welcome_email',
      data: object = { name: 'Marsha' },
    ): Promise<string> {
      const at = new Date(shop.clock.now())
      const { sql } = shop.database
      const [row] = await sql`
        insert into public.outbox (template, recipient, data, next_attempt_at, created_at)
        values (${template}, ${recipient}, ${sql.json(JSON.parse(JSON.stringify(data)))}, ${at}, ${at}) returning id`
      return row?.id
    },
  }
}
