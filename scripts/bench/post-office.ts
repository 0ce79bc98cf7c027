import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

/** A mail server that takes everything and keeps nothing but what came. */
export interface PostOffice {
  /** How often each letter arrived, by the outbox id in its Message-ID. */
  arrived: Map<string, number>
  stop: () => Promise<void>
}

/** Listens on a port of this machine. */
export async function startPost(port: number): Promise<PostOffice> {
  const arrived = new Map<string, number>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    async onData(stream, _session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const id = /^message-id:\s*<([0-9a-f-]{36})@/im.exec(Buffer.concat(chunks).toString())?.[1]
      if (id !== undefined) arrived.set(id, (arrived.get(id) ?? 0) + 1)
      done()
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    arrived,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
