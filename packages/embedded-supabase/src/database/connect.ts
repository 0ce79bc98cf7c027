import { type ClientConfig, type CustomTypesConfig, escapeIdentifier, TypeOverrides } from 'pg'
import type { Logger } from '../core/wire.ts'
import type { Asker } from '../queue/asker.ts'
import { FairQueue } from '../queue/fair-queue.ts'
import type { QueueLimits } from '../queue/share-limits.ts'
import type { DatabaseConnection } from './embedded.ts'
import { createListener } from './listener.ts'
import { type LeaseTimes, openPool } from './pool.ts'
import { createSql, createTransactingSql } from './sql.ts'

export type Database = ReturnType<typeof connectDatabase>

interface Options {
  owner?: number
  /** Maximum connections with the owner's role for visitors' requests, in addition to `owner`. */
  visitors?: number
  rest?: number
  /** Limits of the queue in which visitors' requests wait for those connections. */
  visitorQueue?: QueueLimits | undefined
  onLease?: (times: LeaseTimes) => void
  /** Schemas in which REST resolves unqualified names: the first of its `schemas`, and `extra_search_path`. */
  searchPath?: readonly string[]
  log?: Pick<Logger, 'warn'>
}

/**
 * Milliseconds. PostgreSQL's `statement_timeout` is shorter than the client's, so the client's only matters when the connection is
 * dead.
 */
const [ownerTimeout, ownerCeiling] = [10_000, 12_000]
/** Limits for sharing the seven connections on which the auth service works for visitors. */
const visitorsShare = {
  slots: 5,
  staffSlots: 2,
  perAddress: 2,
  waitingPerAddress: 200,
  waitingInAll: 5000,
  heldInAll: 100_000_000,
  timeoutMs: 8000,
}
/** Milliseconds that a ping waits for a new connection, and for the database's response. */
const pingTimeout = 2000
/** Milliseconds after which the client gives up a statement, in transactions that set no `ceiling` of their own. */
const sessionCeiling = 10_000

export function connectDatabase(
  target: DatabaseConnection | URL,
  {
    owner = 6,
    visitors = 7,
    rest = 16,
    visitorQueue,
    onLease,
    searchPath = ['public', 'extensions'],
    log,
  }: Options = {},
) {
  const asOwner = withConnectionOptions(target, `-c statement_timeout=${ownerTimeout}`)
  const asNobody = withConnectionOptions(
    target,
    `-c role=authenticator -c search_path=${escapeOption(getSearchPath(searchPath))}`,
  )
  const ownerPool = { max: owner, ceiling: ownerCeiling, types: createTypeParsers(), onLease }
  const pool = openPool(asOwner, ownerPool)
  const visitorPool = openPool(asOwner, { ...ownerPool, max: visitors })
  const shares = new FairQueue({ ...visitorsShare, ...visitorQueue })
  const restPool = { max: rest, ceiling: sessionCeiling, types: textOnly, onLease }
  const sessions = openPool(asNobody, restPool)
  const pingPool = openPool(asOwner, {
    max: 1,
    ceiling: pingTimeout,
    patience: pingTimeout,
    types: textOnly,
  })
  const listener = createListener(asOwner, log ?? null)
  let pending: Promise<void> | null = null
  return {
    /** Runs statements as the database's owner: migrations, notifications and the server's own work. */
    sql: createSql(pool, listener.listen),
    /**
     * Returns a database interface in the role of the database's owner for a visitor's request. It waits for a connection of the
     * visitors' share, so that the server's own work always has some left.
     */
    sqlFor: (asker: Asker) =>
      createTransactingSql((work) => shares.use(asker, () => visitorPool.use(work))),
    /**
     * Connections with the role `authenticator`, which has no rights until a transaction sets another role. Values are returned as
     * PostgreSQL's text.
     */
    sessions,
    /**
     * Resolves when the database responds. Has a connection of its own, so no other work delays it. Concurrent calls share a
     * statement, because anybody may ask whether the server is ready.
     * @throws DatabaseError, DatabaseUnreachableError, NoSessionError
     */
    ping: (): Promise<void> =>
      (pending ??= pingPool
        .use(async ({ run }) => void (await run({ text: 'select 1' })))
        .finally(() => (pending = null))),
    target,
    close: async (): Promise<void> => {
      listener.close()
      await Promise.all([pool.close(), visitorPool.close(), sessions.close(), pingPool.close()])
    },
  }
}

export function getSearchPath(schemas: readonly string[]): string {
  return schemas.map((schema) => escapeIdentifier(schema)).join(',')
}

/** Escapes spaces and backslashes for the connection option `options`, in which a space separates options. */
function escapeOption(value: string): string {
  return value.replaceAll(/[\\ ]/g, String.raw`\$&`)
}

/** Appends to the options in the URL, so that these options override them. */
export function withConnectionOptions(
  target: DatabaseConnection | URL,
  options: string,
): ClientConfig {
  if (!(target instanceof URL)) {
    const { username, ...rest } = target
    return { ...rest, user: username, options }
  }
  const url = new URL(target)
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} ${options}`.trim())
  // Makes the driver interpret `sslmode` as PostgreSQL's own programs do.
  if (url.searchParams.has('sslmode')) url.searchParams.set('uselibpqcompat', 'true')
  return { connectionString: url.href }
}

const [date, interval] = [1082, 1186]

/** Returns parsers of values: a date becomes midnight in UTC, whatever the machine's time zone, and an interval stays text. */
export function createTypeParsers(): CustomTypesConfig {
  const types = new TypeOverrides()
  types.setTypeParser(date, (text) => new Date(text))
  types.setTypeParser(interval, (text) => text)
  return types
}

const textOnly: CustomTypesConfig = { getTypeParser: () => (text: string) => text }
