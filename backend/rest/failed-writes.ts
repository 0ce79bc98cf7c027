import type { Connection } from '../database/connection.ts'
import { DatabaseError } from '../database/errors.ts'
import type { Logger } from '../wire.ts'
import type { Compiled } from './compile.ts'
import { RestError } from './errors.ts'
import type { Schema } from './schema/schema.ts'
import { transact, type Work } from './transaction.ts'

/** The database's own function, if it has one: (p_table text) returns void. It knows which tables matter. */
const counter = 'count_failed_write'

/** A visitor's write and what it ran as. */
export interface Write {
  compiled: Compiled
  schema: Schema
  work: Work
}

/**
 * A failed write takes back what it has counted. This has the database count it all the same, in a short transaction of
 * its own with the role and headers of the request, before the session serves anybody else: no more failures of one
 * caller can be under way uncounted than there are sessions. Whatever goes wrong here is a line in the log, so that the
 * caller hears of the write alone.
 */
export async function countFailedWrite(
  session: Connection,
  { compiled, schema, work }: Write,
  failure: unknown,
  log: Logger,
): Promise<void> {
  const { table, readOnly } = compiled
  if (readOnly || table === null || work.settings.role === 'service_role') return
  if (!schema.functions.has(counter) || !wasRefused(failure)) return
  const text = `select public.${counter}($1)`
  try {
    await transact(session, { ...work, text, values: [table.name], name: counter })
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    log.warn({ table: table.name, reason }, 'rest: a failed write was not counted')
  }
}

/** Whether the database, or our look at its answer, refused the write; else the connection is lost. */
function wasRefused(failure: unknown): boolean {
  return failure instanceof DatabaseError || failure instanceof RestError
}
