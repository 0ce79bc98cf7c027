import type { Sql } from 'postgres'
import type { AnswerRow } from './sql/answer.ts'

/** One request's work: settings, one statement. */
export interface Work {
  readOnly: boolean
  settings: RequestSettings
  text: string
  values: string[]
  /** Whether the server keeps the statement ready under a name. */
  prepare: boolean
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
export async function transact(session: Sql, work: Work): Promise<AnswerRow> {
  const outcomes = await Promise.allSettled([...opening(session, work), session.unsafe('commit')])
  return rowOf(outcomes)
}

/** As `transact`, but commits only if `accept` does not throw on seeing the answer: one round trip more. */
export async function transactIf(
  session: Sql,
  work: Work,
  accept: (row: AnswerRow) => void,
): Promise<AnswerRow> {
  const outcomes = await Promise.allSettled(opening(session, work))
  let ending = 'rollback'
  try {
    const row = rowOf(outcomes)
    accept(row)
    ending = 'commit'
    return row
  } finally {
    await session.unsafe(ending)
  }
}

function opening(session: Sql, work: Work): Promise<unknown>[] {
  const { role, timeout, claims, headers, method, path } = work.settings
  const settings = [role, timeout, claims, headers, method, path]
  return [
    session.unsafe(work.readOnly ? 'begin read only' : 'begin'),
    session.unsafe(settingsText, settings, { prepare: true }),
    session.unsafe(work.text, work.values, { prepare: work.prepare }),
  ]
}

function rowOf(outcomes: PromiseSettledResult<unknown>[]): AnswerRow {
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  const answer = outcomes[2]
  if (answer?.status !== 'fulfilled' || !Array.isArray(answer.value)) throw new Error('no answer')
  const row: AnswerRow = answer.value[0]
  return row
}
