import type { CallerTransaction } from '../database/as-caller.ts'
import { DatabaseError } from '../database/errors.ts'
import type { ConnectionPool } from '../database/pool.ts'

/** SQLSTATEs of a prepared statement that a change of a column's type has made invalid. */
const staleCodes = new Set(['42883', '42804', '42846', '42704', '42P18', '0A000'])

/** Runs a statement. When an outdated prepared statement may be the reason for its failure, runs it again without preparing it. */
export async function withFreshPlan<T>(
  sessions: ConnectionPool,
  work: CallerTransaction,
  run: (work: CallerTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await run(work)
  } catch (error) {
    if (work.name === undefined || !isStale(error)) throw error
    const answered = await run({ ...work, name: undefined })
    sessions.renew()
    return answered
  }
}

/**
 * Also returns true for 22P02 in the `portal`: a parameter that the old type does not accept fails before PostgreSQL notices that
 * the statement is outdated.
 */
function isStale(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  const { code = '', where = '' } = error
  return staleCodes.has(code) || (code === '22P02' && where.includes('portal'))
}
