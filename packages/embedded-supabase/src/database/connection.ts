import type { Client, QueryConfig, QueryResult } from 'pg'
import { DatabaseError, DatabaseUnreachableError } from './errors.ts'

export interface Statement {
  text: string
  /** Without any, the text may be a script of several statements. */
  values?: unknown[]
  /** Under which the server keeps the statement ready; one name, one text. */
  name?: string | undefined
  /** ms; instead of the pool's own. */
  ceiling?: number | undefined
}

export interface Connection {
  /** @throws DatabaseError, DatabaseUnreachableError */
  run: (statement: Statement) => Promise<QueryResult>
  /** Sends all of them at once, and waits until each is answered or the connection is lost. */
  runAll: (statements: Statement[]) => Promise<PromiseSettledResult<QueryResult>[]>
}

export interface Lease extends Connection {
  release: () => void
}

/** @param onLost called when a statement failed because the connection is lost */
export function openConnection(client: Client, onLost: () => void): Connection {
  const { stream } = client.connection

  async function run({ ceiling, ...statement }: Statement): Promise<QueryResult> {
    try {
      const query: QueryConfig & { query_timeout?: number } = statement
      if (ceiling !== undefined) query.query_timeout = ceiling
      return await client.query(query)
    } catch (error) {
      if (error instanceof DatabaseError && error.severity !== 'FATAL') throw error
      stream.destroy()
      onLost()
      throw error instanceof DatabaseError ? error : new DatabaseUnreachableError(error)
    }
  }

  return {
    run,
    runAll: (statements) => {
      stream.cork()
      const answers = statements.map(run)
      stream.uncork()
      return Promise.allSettled(answers)
    },
  }
}
