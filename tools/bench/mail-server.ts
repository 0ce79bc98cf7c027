import { startSmtpReceiver } from '../../sandbox/mailbox/smtp-receiver.ts'
import type { Sql } from './database.ts'
import { type Figure, createZeroFigure, format } from './figure.ts'

/** A local SMTP server that accepts all emails and only records when they arrived. */
export interface MailServer {
  /** The server's URL, for SMTP_URL. */
  url: string
  /** The times at which an email arrived, in ms since 1970, by its outbox id, which is in the Message-ID. */
  arrived: Map<string, number[]>
}

/** Runs `work` with a local SMTP server; port 0 takes any free port. */
export async function withMailServer<T>(
  work: (mailServer: MailServer) => Promise<T>,
  port = 0,
): Promise<T> {
  const arrived: MailServer['arrived'] = new Map()
  const put = async (email: Buffer) => {
    const id = /^message-id:\s*<([0-9a-f-]{36})@/im.exec(email.toString())?.[1]
    if (id !== undefined) arrived.set(id, [...(arrived.get(id) ?? []), Date.now()])
    return String(id)
  }
  const { smtpUrl: url, stop } = await startSmtpReceiver({ put }, { error: () => undefined }, port)
  try {
    return await work({ url, arrived })
  } finally {
    await stop()
  }
}

/**
 * Returns figures about the emails in the outbox that never arrived, and about those that arrived twice. `isExcused` returns true
 * for a time near which a kill excuses a second arrival.
 */
export async function measureArrivals(
  sql: Sql,
  arrived: MailServer['arrived'],
  isExcused: (at: number) => boolean = () => false,
): Promise<Figure[]> {
  const emails = await sql<{ id: string; template: string }[]>`
    select id, template from public.outbox where failed_at is null`
  const lost = emails.filter(({ id }) => !arrived.has(id))
  const kinds = lost.length > 0 ? `: ${format.counts(lost.map(({ template }) => template))}` : ''
  const again = [...arrived.values()].filter((times) => times.length > 1)
  const faulty = again.filter((times) => !times.slice(0, -1).every(isExcused))
  const excused = again.length - faulty.length
  return [
    createZeroFigure('emails lost', lost.length, `of ${emails.length}${kinds}`),
    createZeroFigure(
      'emails sent twice',
      faulty.length,
      excused > 0 ? `and ${excused} because a kill came before the note, under one Message-ID` : '',
    ),
  ]
}
