import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail server that takes everything and keeps nothing but what came. */
export interface MailServer {
  /** When each letter arrived, in ms since 1970, by the outbox id in its Message-ID. */
  arrived: Map<string, number[]>
  stop: () => Promise<void>
}

/** Listens on a port of this machine. */
export async function startMailServer(port: number): Promise<MailServer> {
  const arrived = new Map<string, number[]>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    async onData(stream, _session, done) {
      try {
        const letter = await text(stream)
        const id = /^message-id:\s*<([0-9a-f-]{36})@/im.exec(letter)?.[1]
        if (id !== undefined) arrived.set(id, [...(arrived.get(id) ?? []), Date.now()])
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  })
  // A sender that ends in the middle of a letter has sent none.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    arrived,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
