import { startSmtpReceiver } from '../../sandbox/mailbox/smtp-receiver.ts'
import type { Sql } from './database.ts'
import { type Figure, none, show } from './figure.ts'

/** A local mail server that accepts everything and only records what arrived. */
export interface MailServer {
  /** The address for SMTP_URL. */
  url: string
  /** The arrival times of each email in ms since 1970, by the outbox id in its Message-ID. */
  arrived: Map<string, number[]>
}

/** Runs the work with a mail server, by default on any free port. */
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
 * Returns figures about emails of the outbox that never arrived, and about emails that arrived twice without a kill that excuses
 * it.
 */
export async function describeArrivals(
  sql: Sql,
  arrived: MailServer['arrived'],
  isExcused: (at: number) => boolean = () => false,
): Promise<Figure[]> {
  const emails = await sql<{ id: string; template: string }[]>`
    select id, template from public.outbox where failed_at is null`
  const lost = emails.filter(({ id }) => !arrived.has(id))
  const kinds = lost.length > 0 ? `: ${show.counts(lost.map(({ template }) => template))}` : ''
  const again = [...arrived.values()].filter((times) => times.length > 1)
  const faulty = again.filter((times) => !times.slice(0, -1).every(isExcused))
  const excused = again.length - faulty.length
  return [
    none('emails lost', lost.length, `of ${emails.length}${kinds}`),
    none(
      'emails sent twice',
      faulty.length,
      excused > 0 ? `and ${excused} because a kill came before the note, under one Message-ID` : '',
    ),
  ]
}
