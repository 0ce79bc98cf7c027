import type { QueryResult } from 'pg'
import type { Caller } from '../core/keys.ts'
import type { WireRequest } from '../core/wire.ts'
import type { Connection, Statement } from './connection.ts'

export interface Work {
  wire: WireRequest
  caller: Caller
  readOnly: boolean
  /** ms that the statement may take; 0 for any. */
  timeout: number
  text: string
  values: (string | null)[]
  /** Under which the server keeps the statement ready, if it is to. */
  name: string | undefined
  /** ms until the caller stops waiting for a result; the pool's default applies when it is undefined. */
  ceiling: number | undefined
  /** Schemas in which unqualified names are resolved, if they differ from the connection's. */
  searchPath?: string | undefined
  /** The time zone, if it differs from the connection's. */
  timezone?: string | undefined
  /** A statement that runs in the same transaction, after the rest. */
  further?: Pick<Statement, 'text' | 'values'> | null
  /** Rolls the transaction back. */
  isTrial?: boolean | undefined
}

export interface Answered<Row> {
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

/** Selects a number, since `set_config` returns each value, the headers too, which nobody reads. */
function textSetting(names: string[]): string {
  const each = names.map((name, index) => `set_config('${name}', $${index + 1}, true)`)
  return `select num_nonnulls(${each.join(', ')})`
}

/** Headers that are secrets, irrelevant to the request's content, or claims of an unverified address. */
const hiddenHeaders = new Set(['authorization', 'apikey', 'cookie', 'cf-connecting-ip'])

/**
 * Runs the work in the caller's role as one transaction, and returns its rows. All messages go out at once, so a request costs
 * one round trip. When one of them fails PostgreSQL refuses the following ones and turns the commit into a rollback; should it
 * ever run a statement outside the transaction, the session's own role has no rights.
 */
export async function transact<Row>(session: Connection, work: Work): Promise<Answered<Row>> {
  return answered(await session.runAll([...opening(work), ending(work)]))
}

/** Like `transact`, but commits only if `accept` does not throw when it gets the result: one round trip more. */
export async function transactIf<Row>(
  session: Connection,
  work: Work,
  accept: (answer: Answered<Row>) => void,
): Promise<Answered<Row>> {
  const outcomes = await session.runAll(opening(work))
  try {
    const answer = answered<Row>(outcomes)
    accept(answer)
    await session.run(ending(work))
    return answer
  } catch (error) {
    // After a commit that failed there is nothing to take back; a lost connection takes everything back.
    await session.runAll([ending({ ...work, isTrial: true })])
    throw error
  }
}

function opening(work: Work): Statement[] {
  const { text, values, name, ceiling, further } = work
  const main = [
    { text: work.readOnly ? 'begin read only' : 'begin', ceiling },
    { ...settingStatement(work), ceiling },
    { text, values, name, ceiling },
  ]
  return further == null ? main : [...main, { ...further, ceiling }]
}

function settingStatement(work: Work): Pick<Statement, 'text' | 'values' | 'name'> {
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

function ending({ isTrial, ceiling }: Work): Statement {
  return { text: isTrial === true ? 'rollback' : 'commit', ceiling }
}

/** The first that failed is why the others did. */
function answered<Row>(outcomes: PromiseSettledResult<QueryResult>[]): Answered<Row> {
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  const rowsAt = (index: number): QueryResult['rows'] => {
    const outcome = outcomes[index]
    return outcome?.status === 'fulfilled' ? outcome.value.rows : []
  }
  const [row, ...others]: Row[] = rowsAt(2)
  if (row === undefined) throw new Error('no answer')
  return { rows: [row, ...others], further: rowsAt(3) }
}
