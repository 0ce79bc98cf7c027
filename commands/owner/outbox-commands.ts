import * as v from 'valibot'
import { explainSmtpError } from '../../domain/smtp-errors.ts'
import { formatEmailName } from '../../mail/emails.ts'
import type { Database } from '../../supabase/database.types.ts'
import { OwnerError, type OwnerTools } from './connect.ts'
import { momentText } from './texts.ts'
import { rpcParsed, rpcAt, getRows, timeText } from '../../supabase/client.ts'

const usage = `npm run outbox                what waits, what could not be sent and why
npm run outbox -- retry <id>  try one of them again
npm run outbox -- retry all   try all of them again`

type Tools = Pick<OwnerTools, 'client' | 'now' | 'print'>

const maxShown = 30
const idLength = 8

export function outboxCommand([command, which = '', ...more]: string[]) {
  const isRetry = command === 'retry' && /^(all|[0-9a-f]{8}[0-9a-f-]{0,28})$/.test(which)
  if ((command !== undefined && !isRetry) || more.length > 0) throw new OwnerError(usage)
  return (tools: Tools) => (isRetry ? retry(tools, which) : show(tools))
}

const countsSchema = v.object({
  waiting: v.number(),
  tried: v.number(),
  failed: v.number(),
  sent: v.number(),
  calledOff: v.number(),
})

async function show(tools: Tools): Promise<void> {
  const { print } = tools
  const counts = await rpcParsed(countsSchema, tools.client, 'outbox_counts', {})
  print(
    `${emails(counts.waiting)} waiting, ${counts.failed} could not be sent, ${counts.sent} sent in the last thirty days.`,
  )
  await tellOfHeld(tools)
  if (counts.calledOff > 0)
    print(
      `${emails(counts.calledOff)} called off: what they were to say was no longer so, or no longer wanted.`,
    )
  if (counts.failed > 0) {
    print('\nCould not be sent, and are not tried again by themselves:')
    await list(tools, 'failed', counts.failed)
  }
  if (counts.tried > 0) {
    print('\nNot sent yet, and are tried again by themselves:')
    await list(tools, 'tried', counts.tried)
  }
  if (counts.failed + counts.tried > 0)
    print('\nTry all of them again: npm run outbox -- retry all')
}

/** Reports emails that are held back on purpose, because staff can still undo them or they are scheduled for a later time. */
async function tellOfHeld({ client, now, print }: Tools): Promise<void> {
  const { data, count, error } = await client
    .from('outbox')
    .select('next_attempt_at', { count: 'exact' })
    .is('sent_at', null)
    .is('failed_at', null)
    .eq('attempts', 0)
    .gt('next_attempt_at', timeText(now()))
    .order('next_attempt_at', { ascending: false })
    .limit(1)
  if (error !== null) throw new Error(`The outbox: ${error.message}`, { cause: error })
  const [last] = data
  if (last === undefined || count === null) return
  const until = momentText(last.next_attempt_at)
  print(
    count === 1
      ? `1 email is held on purpose, until ${until}.`
      : `${emails(count)} are held on purpose, the last until ${until}.`,
  )
}

async function list({ client, print }: Tools, state: 'failed' | 'tried', count: number) {
  const rows = await getRows(
    'The outbox',
    client
      .from('outbox')
      .select(
        'id, template, recipient, data, attempts, created_at, next_attempt_at, failed_at, last_error',
      )
      .is('sent_at', null)
      .eq('called_off', false)
      .not('last_error', 'is', null)
      .gte('attempts', state === 'tried' ? 1 : 0)
      .filter('failed_at', state === 'failed' ? 'not.is' : 'is', null)
      .order('created_at', { ascending: false })
      .limit(maxShown),
  )
  for (const row of rows) {
    print(
      `  ${formatEmailName(row.template, v.parse(v.looseObject({}), row.data))} for ${row.recipient}`,
    )
    print(`    ${whenOf(row)}. ${reasonOf(row.last_error)}`)
    print(`    Try it again: npm run outbox -- retry ${row.id.slice(0, idLength)}`)
  }
  if (count > rows.length) print(`  and ${count - rows.length} more`)
}

type OutboxRow = Database['public']['Tables']['outbox']['Row']

function whenOf(
  row: Pick<OutboxRow, 'attempts' | 'created_at' | 'failed_at' | 'next_attempt_at'>,
): string {
  const tries = row.attempts === 1 ? 'tried once' : `tried ${row.attempts} times`
  const until =
    row.failed_at === null
      ? `next at ${momentText(row.next_attempt_at)}`
      : `given up ${momentText(row.failed_at)}`
  return `Written ${momentText(row.created_at)}, ${tries}, ${until}`
}

function reasonOf(error: string | null): string {
  const given = error ?? 'no reason was noted'
  const meaning = explainSmtpError(given)
  return meaning === null ? `Reason: ${given}` : `${meaning} (${given})`
}

async function retry({ client, now, print }: Tools, which: string): Promise<void> {
  const count = await rpcAt({ client, now }, 'retry_emails', {
    p_start: which === 'all' ? null : which,
  })
  if (count === 0)
    throw new OwnerError(
      which === 'all'
        ? 'There is nothing to try again.'
        : `There is no email ${which} to try again: it was sent, or is being sent.`,
    )
  print(`${emails(count)} will be tried again now. Look at npm run outbox in a minute.`)
}

function emails(count: number): string {
  return count === 1 ? '1 email' : `${count} emails`
}
