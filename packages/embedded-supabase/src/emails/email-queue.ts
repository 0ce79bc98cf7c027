import { readFile } from 'node:fs/promises'
import type { AuthMail, SendAuthMail } from '../auth/request.ts'
import { lockPreparation } from '../database/prepare.ts'
import { runScript } from '../database/run-script.ts'
import type { Sql, TransactionSql } from '../database/sql.ts'
import { toLogFields, isUnreachable } from '../database/errors.ts'
import type { Logger } from '../core/wire.ts'

/** Delivers one email. When it rejects, the email is retried later. */
export type DeliverEmail = (mail: AuthMail) => Promise<void>

const schema = new URL('./schema.sql', import.meta.url)
const channel = 'embedded_supabase_emails'
/** Milliseconds between two checks of the queue for emails that are due for a retry. */
const interval = 10_000
/** Attempts per email, the last about a day after the first; then the email is given up. */
const maxAttempts = 12

interface QueuedEmail {
  id: string
  email: AuthMail
  attempts: number
}

/**
 * Starts the queue. Emails are queued in the transactions that cause them, and delivered after the commit, one at a time. Processes
 * that share a database share the queue. An email may be delivered twice when a process is killed during a delivery.
 */
export async function startEmailQueue(sql: Sql, deliver: DeliverEmail, log: Logger) {
  const script = await readFile(schema, 'utf8')
  await sql.begin(async (tx) => {
    await lockPreparation(tx)
    await runScript(tx, 'schema.sql', script)
  })
  const stopping = new AbortController()
  let [running, isRequested] = [Promise.resolve(), false]

  async function deliverDue(): Promise<void> {
    while (isRequested && !stopping.signal.aborted) {
      isRequested = false
      try {
        while (
          !stopping.signal.aborted &&
          (await sql.begin((tx) => deliverNext(tx, deliver, log)))
        ) {
          // The loop has no body, because its condition delivers one email each time.
        }
      } catch (error) {
        if (!isUnreachable(error)) log.error(toLogFields(error), 'emails: the queue failed')
      }
    }
  }
  function wake(): void {
    if (isRequested) return
    isRequested = true
    running = running.then(deliverDue)
  }

  const { unlisten } = await sql.listen(channel, wake, wake)
  const timer = setInterval(wake, interval)
  timer.unref()
  return {
    send: queueEmail,
    /** Waits for the delivery in progress. Other emails stay in the queue until the next start. */
    async close(): Promise<void> {
      stopping.abort()
      clearInterval(timer)
      await Promise.all([running, unlisten()])
    },
  }
}

const queueEmail: SendAuthMail = async (tx, mail) => {
  const { key = null } = mail
  await tx`
    insert into embedded_supabase.emails (key, email) values (${key}, ${tx.json(mail)})
    on conflict (key) do nothing`
  await tx`select pg_notify(${channel}, '')`
}

/** Delivers the next email that is due. Returns false when there is none. */
async function deliverNext(
  tx: TransactionSql,
  deliver: DeliverEmail,
  log: Logger,
): Promise<boolean> {
  const [next] = await tx<QueuedEmail[]>`
    select id, email, attempts from embedded_supabase.emails
    where email is not null and next_attempt_at <= now()
    order by next_attempt_at, id limit 1 for update skip locked`
  if (next === undefined) return false
  const { id, email } = next
  const attempts = next.attempts + 1
  try {
    await deliver(email)
    await tx`update embedded_supabase.emails set email = null where id = ${id}`
  } catch (error) {
    const isLast = attempts >= maxAttempts
    log.error({ err: error, attempts }, `emails: not delivered${isLast ? ', given up' : ''}`)
    await tx`
      update embedded_supabase.emails set attempts = ${attempts},
        email = case when ${isLast} then null else email end,
        next_attempt_at = now() + least(2 ^ ${attempts} * interval '10 seconds', interval '4 hours')
      where id = ${id}`
  }
  // Keeps the keys of sent emails for a week, so that an email with the same key is not sent again.
  await tx`
    delete from embedded_supabase.emails
    where email is null and (key is null or created_at < now() - interval '7 days')`
  return true
}
