import type { QueryResult } from 'pg'
import type { Caller } from '../keys.ts'
import type { WireRequest } from '../wire.ts'
import type { Connection, Statement } from './connection.ts'

/** One request's work: settings, one statement. */
export interface Work {
  wire: WireRequest
  caller: Caller
  readOnly: boolean
  /** ms that the statement may take; 0 for any. */
  timeout: number
  text: string
  values: string[]
  /** Under which the server keeps the statement ready, if it is to. */
  name: string | undefined
  /** ms until an answer is no longer waited for; without one it is the pool that says. */
  ceiling: number | undefined
}

/** What the transaction runs as, and what policies and functions may ask about the request. */
const settings = [
  'role',
  'statement_timeout',
  'request.jwt.claims',
  'request.headers',
  'request.method',
  'request.path',
]
const settingsText = `select ${settings.map((name, index) => `set_config('${name}', $${index + 1}, true)`).join(', ')}`
/** Headers that are secrets, or nothing to do with the request's content, or claim an address that nobody judged. */
const hiddenHeaders = new Set(['authorization', 'apikey', 'cookie', 'cf-connecting-ip'])

/**
 * Runs the work in the caller's role as one transaction, and gives the row that it answers with. All four messages go
 * out at once, so a request costs one round trip. When one of them fails PostgreSQL refuses what follows and turns the
 * commit into a rollback; should it ever run a statement outside the transaction, the session's own role has no rights.
 */
export async function transact<Row>(session: Connection, work: Work): Promise<Row> {
  return rowOf(await session.runAll([...opening(work), ending('commit', work)]))
}

/** As `transact`, but commits only if `accept` does not throw on seeing the answer: one round trip more. */
export async function transactIf<Row>(
  session: Connection,
  work: Work,
  accept: (row: Row) => void,
): Promise<Row> {
  const outcomes = await session.runAll(opening(work))
  try {
    const row = rowOf<Row>(outcomes)
    accept(row)
    await session.run(ending('commit', work))
    return row
  } catch (error) {
    // After a commit that failed there is nothing to take back; a lost connection takes everything back.
    await session.runAll([ending('rollback', work)])
    throw error
  }
}

function opening(work: Work): Statement[] {
  const { text, values, name, ceiling } = work
  return [
    { text: work.readOnly ? 'begin read only' : 'begin', ceiling },
    { text: settingsText, values: settingsOf(work), name: 'settings', ceiling },
    { text, values, name, ceiling },
  ]
}

function settingsOf({ wire, caller, timeout }: Work): string[] {
  const headers: Record<string, string> = {}
  for (const name of Object.keys(wire.headers)) {
    const value = wire.headers[name]
    if (value !== undefined && !hiddenHeaders.has(name)) headers[name] = value
  }
  headers['x-forwarded-for'] = wire.clientAddress
  const [claims, seen] = [JSON.stringify(caller.claims), JSON.stringify(headers)]
  return [caller.role, String(timeout), claims, seen, wire.method, wire.path]
}

function ending(text: 'commit' | 'rollback', { ceiling }: Work): Statement {
  return { text, ceiling }
}

/** The first that failed is why the others did. */
function rowOf<Row>(outcomes: PromiseSettledResult<QueryResult>[]): Row {
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  const answer = outcomes[2]
  const row: Row | undefined = answer?.status === 'fulfilled' ? answer.value.rows[0] : undefined
  if (row === undefined) throw new Error('no answer')
  return row
}
