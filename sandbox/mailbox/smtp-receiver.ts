import { once } from 'node:events'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { MailStore } from './mail-store.ts'

const maxBytes = 10 * 1024 * 1024

/**
 * Starts an SMTP server on the loopback address; port 0 takes any free port. Acknowledges an email only after the store has saved
 * it.
 */
export async function startSmtpReceiver(
  store: Pick<MailStore, 'put'>,
  log: { error: (details: object, message: string) => void },
  port = 0,
) {
  const server = new SMTPServer({
    name: 'sandbox',
    banner: 'Sandbox mailbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    logger: false,
    closeTimeout: 500,
    onData: (stream, session, say) =>
      receiveMail(store, stream, session).then(
        (id) => say(null, `Kept as ${id}`),
        (error: Error) => {
          if (!(error instanceof MailTooLargeError))
            log.error({ err: error }, 'mailbox: an email could not be kept')
          say(error)
        },
      ),
  })
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  server.on('error', (error) => log.error({ err: error }, 'mailbox: failed'))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('The mailbox has no port')
  return {
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function receiveMail(
  store: Pick<MailStore, 'put'>,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length <= maxBytes) chunks.push(chunk)
  }
  if (length > maxBytes) throw new MailTooLargeError()
  const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
  const to = envelope.rcptTo.map(({ address }) => address)
  return store.put(Buffer.concat(chunks), { from, to })
}

class MailTooLargeError extends Error {
  responseCode = 552
  override message = 'The mail is larger than 10 MB'
}
