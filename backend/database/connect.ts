import postgres, { type Options, type Sql } from 'postgres'
import type { DatabaseConnection } from './embedded.ts'

/** Two pools on one database, closed together. */
export interface Database {
  /** As the owner: migrations, sign-in service, notifications. */
  sql: Sql
  /**
   * For REST alone. Its sessions are the role `authenticator`, which may do nothing: a statement that somehow ran
   * outside its transaction would be refused, not run as the owner.
   */
  restSql: Sql
  close: () => Promise<void>
}

/** Opens the pools; connections are made when they are needed, and again after the database was gone. */
export function connectDatabase(
  target: DatabaseConnection | URL,
  pools: { owner: number; rest: number } = { owner: 8, rest: 10 },
): Database {
  const sql = open(target, { max: pools.owner })
  const restSql = open(target, {
    max: pools.rest,
    connection: { role: 'authenticator' },
    fetch_types: false,
  })
  return {
    sql,
    restSql,
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), restSql.end({ timeout: 5 })])
    },
  }
}

function open(target: DatabaseConnection | URL, options: Options<Record<string, never>>): Sql {
  const shared = {
    connect_timeout: 5,
    onnotice: () => undefined,
    backoff: reconnectDelay,
    ...options,
  }
  return target instanceof URL ? postgres(target.href, shared) : postgres({ ...target, ...shared })
}

/** Seconds before the next try to connect; a page that waits for the database should know soon. */
function reconnectDelay(retries: number): number {
  return Math.min(1, 0.05 * 2 ** retries)
}
