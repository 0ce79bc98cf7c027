import postgres, { type Options, type Sql } from 'postgres'
import type { DatabaseConnection } from './embedded.ts'
import { createSessionPool, type SessionPool } from './session-pool.ts'

/** Two pools on one database, closed together. */
export interface Database {
  /** As the owner: migrations, sign-in service, notifications. */
  sql: Sql
  /**
   * For REST alone. Its sessions are the role `authenticator`, which may do nothing: a statement that somehow ran
   * outside its transaction would be refused, not run as the owner. Values go in and come out as PostgreSQL's text.
   */
  sessions: SessionPool
  close: () => Promise<void>
}

type Settings = Options<Record<string, postgres.PostgresType>>

/** Opens the pools; connections are made when they are needed, and again after the database was gone. */
export function connectDatabase(
  target: DatabaseConnection | URL,
  pools: { owner: number; rest: number } = { owner: 8, rest: 10 },
): Database {
  const sql = open(target, { max: pools.owner })
  const sessions = createSessionPool(() => open(target, sessionSettings), pools.rest)
  return {
    sql,
    sessions,
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), sessions.close()])
    },
  }
}

const sessionSettings: Settings = {
  max: 1,
  max_lifetime: null,
  fetch_types: false,
  connection: { role: 'authenticator', search_path: 'public, extensions' },
  types: {
    number: asText(0, [20, 21, 23, 26, 700, 701]),
    json: asText(114, [114, 3802]),
    boolean: asText(16, [16]),
    date: asText(1184, [1082, 1114, 1184]),
    bytea: asText(17, [17]),
  },
}

function asText(to: number, from: number[]): postgres.PostgresType<string> {
  return { to, from, serialize: (value: string) => value, parse: (value: string) => value }
}

function open(target: DatabaseConnection | URL, settings: Settings): Sql {
  const all = {
    connect_timeout: 5,
    onnotice: () => undefined,
    backoff: reconnectDelay,
    ...settings,
  }
  return target instanceof URL ? postgres(target.href, all) : postgres({ ...target, ...all })
}

/** Seconds before the next try to connect; a page that waits for the database should know soon. */
function reconnectDelay(retries: number): number {
  return Math.min(1, 0.05 * 2 ** retries)
}
