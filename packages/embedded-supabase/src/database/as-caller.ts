import type { QueryResult } from 'pg'
import type { Caller } from '../core/keys.ts'
import type { WireRequest } from '../core/wire.ts'
import type { Connection, Statement } from './connection.ts'

export interface CallerTransaction {
  wire: WireRequest
  caller: Caller
  readOnly: boolean
  /** Milliseconds that the statement may take; 0 for no limit. */
  timeout: number
  text: string
  values: (string | null)[]
  /** The name of the prepared statement; undefined when it is not prepared. */
  name: string | undefined
  /** Milliseconds after which the caller stops waiting for a result; undefined for the pool's default. */
  ceiling: number | undefined
  /** The `search_path`, when it differs from the connection's. */
  searchPath?: string | undefined
  /** The time zone, when it differs from the connection's. */
  timezone?: string | undefined
  /** A second statement that runs at the end of the same transaction. */
  further?: Pick<Statement, 'text' | 'values'> | null
  /** Rolls the transaction back instead of committing it. */
  isTrial?: boolean | undefined
}

export interface TransactionResult<Row> {
  rows: [Row, ...Row[]]
  further: unknown[]
}

const settings = [
  'role',
  'statement_timeout',
  'request.jwt.claims',
  'request.headers',
  'request.method',
  'request.path',
]
const settingsText = textSetting(settings)

/**
 * Returns SQL that sets these settings for the transaction. It selects a count, because `set_config` returns the values, and nobody
 * needs the headers sent back.
 */
function textSetting(names: string[]): string {
  const each = names.map((name, index) => `set_config('${name}', $${index + 1}, true)`)
  return `select num_nonnulls(${each.join(', ')})`
}

/** Headers that SQL does not get to see: secrets, those irrelevant to the content, and claims of an unverified client address. */
const hiddenHeaders = new Set(['authorization', 'apikey', 'cookie', 'cf-connecting-ip'])

/**
 * Runs a request's work as one transaction in the caller's role, and returns its rows. All statements are sent at once, so a
 * request costs one round trip. When one of them fails, PostgreSQL refuses the following ones and turns the commit into a rollback.
 * Even a statement that ran outside the transaction could do no harm, because the session's own role has no rights.
 */
export async function runTransaction<Row>(
  session: Connection,
  work: CallerTransaction,
): Promise<TransactionResult<Row>> {
  return answered(await session.runAll([...opening(work), ending(work)]))
}

/** Works like `runTransaction`, but commits only if `accept` does not throw when it gets the result. This costs a second round trip. */
export async function runTransactionIf<Row>(
  session: Connection,
  work: CallerTransaction,
  accept: (answer: TransactionResult<Row>) => void,
): Promise<TransactionResult<Row>> {
  const outcomes = await session.runAll(opening(work))
  try {
    const answer = answered<Row>(outcomes)
    accept(answer)
    await session.run(ending(work))
    return answer
  } catch (error) {
    // Has no effect after a commit that failed, or on a lost connection, which is rolled back by the server.
    await session.runAll([ending({ ...work, isTrial: true })])
    throw error
  }
}

function opening(work: CallerTransaction): Statement[] {
  const { text, values, name, ceiling, further } = work
  const main = [
    { text: work.readOnly ? 'begin read only' : 'begin', ceiling },
    { ...settingStatement(work), ceiling },
    { text, values, name, ceiling },
  ]
  return further == null ? main : [...main, { ...further, ceiling }]
}

function settingStatement(work: CallerTransaction): Pick<Statement, 'text' | 'values' | 'name'> {
  const { searchPath, timezone } = work
  const values = settingsOf(work)
  if (searchPath === undefined && timezone === undefined)
    return { text: settingsText, values, name: 'settings' }
  const names = [
    ...(searchPath === undefined ? [] : ['search_path']),
    ...(timezone === undefined ? [] : ['timezone']),
  ]
  return {
    text: textSetting([...settings, ...names]),
    values: [...values, searchPath, timezone].filter((value) => value !== undefined),
    name: ['settings', ...names].join('_'),
  }
}

function settingsOf({ wire, caller, timeout }: CallerTransaction): string[] {
  const headers: Record<string, string> = {}
  for (const name of Object.keys(wire.headers)) {
    const value = wire.headers[name]
    if (value !== undefined && !hiddenHeaders.has(name)) headers[name] = value
  }
  headers['x-forwarded-for'] = wire.clientAddress
  const [claims, seen] = [JSON.stringify(caller.claims), JSON.stringify(headers)]
  return [caller.role, String(timeout), claims, seen, wire.method, wire.path]
}

function ending({ isTrial, ceiling }: CallerTransaction): Statement {
  return { text: isTrial === true ? 'rollback' : 'commit', ceiling }
}

/** Throws the error of the first statement that failed, because it caused the later ones to fail. */
function answered<Row>(outcomes: PromiseSettledResult<QueryResult>[]): TransactionResult<Row> {
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  const rowsAt = (index: number): QueryResult['rows'] => {
    const outcome = outcomes[index]
    return outcome?.status === 'fulfilled' ? outcome.value.rows : []
  }
  const [row, ...others]: Row[] = rowsAt(2)
  if (row === undefined) throw new Error('no answer')
  return { rows: [row, ...others], further: rowsAt(3) }
}
