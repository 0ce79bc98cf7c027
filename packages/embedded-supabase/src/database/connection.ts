import type { Client, QueryConfig, QueryResult } from 'pg'
import { DatabaseError, DatabaseUnreachableError } from './errors.ts'

export interface Statement {
  text: string
  /** Parameters of the statement. Without them the text may contain several statements. */
  values?: unknown[]
  /** Name of the prepared statement. One name must always be used with the same text. */
  name?: string | undefined
  /** Milliseconds after which the client gives up; defaults to the pool's. */
  ceiling?: number | undefined
}

export interface Connection {
  /** Runs a statement. @throws DatabaseError, DatabaseUnreachableError */
  run: (statement: Statement) => Promise<QueryResult>
  /** Sends all statements at once (pipelining). Resolves when each has its result, or the connection is lost. */
  runAll: (statements: Statement[]) => Promise<PromiseSettledResult<QueryResult>[]>
}

export interface Lease extends Connection {
  release: () => void
}

/** Wraps a client of the driver. @param onLost called when a statement fails because the connection is lost */
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
