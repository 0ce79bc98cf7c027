import type { QueryResult } from 'pg'
import type { Connection, Statement } from '../database/connection.ts'
import type { AnswerRow } from './sql/answer.ts'

/** One request's work: settings, one statement. */
export interface Work {
  readOnly: boolean
  settings: RequestSettings
  text: string
  values: string[]
  /** Under which the server keeps the statement ready, if it is to. */
  name: string | undefined
  /** ms until an answer is no longer waited for; without one it is the pool that says. */
  ceiling: number | undefined
}

/** What the transaction runs as, and what policies and functions may ask about the request. */
export interface RequestSettings {
  role: string
  timeout: string
  /** JSON */
  claims: string
  /** JSON, names in lower case */
  headers: string
  method: string
  path: string
}

const settingsText = `select ${[
  'role',
  'statement_timeout',
  'request.jwt.claims',
  'request.headers',
  'request.method',
  'request.path',
]
  .map((name, index) => `set_config('${name}', $${index + 1}, true)`)
  .join(', ')}`

/**
 * Runs the work as one transaction. All four messages go out at once, so a request costs one round trip. When one of
 * them fails PostgreSQL refuses what follows and turns the commit into a rollback; should it ever run a statement
 * outside the transaction, the session's own role has no rights.
 */
export async function transact(session: Connection, work: Work): Promise<AnswerRow> {
  return rowOf(await session.runAll([...opening(work), ending('commit', work)]))
}

/** As `transact`, but commits only if `accept` does not throw on seeing the answer: one round trip more. */
export async function transactIf(
  session: Connection,
  work: Work,
  accept: (row: AnswerRow) => void,
): Promise<AnswerRow> {
  const outcomes = await session.runAll(opening(work))
  try {
    const row = rowOf(outcomes)
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
  const { role, timeout, claims, headers, method, path } = work.settings
  const { text, values, name, ceiling } = work
  const settings = [role, timeout, claims, headers, method, path]
  return [
    { text: work.readOnly ? 'begin read only' : 'begin', ceiling },
    { text: settingsText, values: settings, name: 'settings', ceiling },
    { text, values, name, ceiling },
  ]
}

function ending(text: 'commit' | 'rollback', { ceiling }: Work): Statement {
  return { text, ceiling }
}

/** The first that failed is why the others did. */
function rowOf(outcomes: PromiseSettledResult<QueryResult<AnswerRow>>[]): AnswerRow {
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  const answer = outcomes[2]
  const row = answer?.status === 'fulfilled' ? answer.value.rows[0] : undefined
  if (row === undefined) throw new Error('no answer')
  return row
}
