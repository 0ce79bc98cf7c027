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
  /** Connections as the owner on behalf of visitors, beside `owner`. */
  visitors?: number
  rest?: number
  /** Limits of the queue for the connections of visitors. */
  visitorQueue?: QueueLimits | undefined
  onLease?: (times: LeaseTimes) => void
  /** Schemas in which REST resolves unqualified names; its settings `schemas` (the first) and `extra_search_path`. */
  searchPath?: readonly string[]
  log?: Pick<Logger, 'warn'>
}

/** ms; the server's timeout comes first, as long as the connection works. */
const [ownerTimeout, ownerCeiling] = [10_000, 12_000]
/** Divides the seven connections that the sign-in service has for visitors. */
const visitorsShare = {
  slots: 5,
  staffSlots: 2,
  perAddress: 2,
  waitingPerAddress: 200,
  waitingInAll: 5000,
  timeoutMs: 8000,
}
/** ms for statements without a timeout of their role, and for those around them. */
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
  const asOwner = withOptions(target, `-c statement_timeout=${ownerTimeout}`)
  const asNobody = withOptions(
    target,
    `-c role=authenticator -c search_path=${escapeOption(getSearchPath(searchPath))}`,
  )
  const ownerPool = { max: owner, ceiling: ownerCeiling, types: ownerTypes(), onLease }
  const pool = openPool(asOwner, ownerPool)
  const visitorPool = openPool(asOwner, { ...ownerPool, max: visitors })
  const shares = new FairQueue({ ...visitorsShare, ...visitorQueue })
  const restPool = { max: rest, ceiling: sessionCeiling, types: textOnly, onLease }
  const sessions = openPool(asNobody, restPool)
  const listener = createListener(asOwner, log ?? null)
  return {
    /** Runs statements as the owner: migrations, notifications, the server's own work. */
    sql: createSql(pool, listener.listen),
    /** Runs as the owner on behalf of a visitor, on connections that the server's own work does not use. */
    sqlFor: (asker: Asker) =>
      createTransactingSql((work) => shares.use(asker, () => visitorPool.use(work))),
    /** Runs statements as `authenticator`, which may do nothing outside a transaction's role. Values are PostgreSQL's text. */
    sessions,
    target,
    close: async (): Promise<void> => {
      listener.close()
      await Promise.all([pool.close(), visitorPool.close(), sessions.close()])
    },
  }
}

export function getSearchPath(schemas: readonly string[]): string {
  return schemas.map((schema) => escapeIdentifier(schema)).join(',')
}

/** A space separates options of a connection, unless a backslash precedes it. */
function escapeOption(value: string): string {
  return value.replaceAll(/[\\ ]/g, String.raw`\$&`)
}

/** Options in the address come first, so that ours override them. */
export function withOptions(target: DatabaseConnection | URL, options: string): ClientConfig {
  if (!(target instanceof URL)) {
    const { username, ...rest } = target
    return { ...rest, user: username, options }
  }
  const url = new URL(target)
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} ${options}`.trim())
  // Gives `sslmode` the meaning that it has in PostgreSQL's own programs.
  if (url.searchParams.has('sslmode')) url.searchParams.set('uselibpqcompat', 'true')
  return { connectionString: url.href }
}

const [date, interval] = [1082, 1186]

/** Days are midnight in UTC, whatever the machine's time zone, and intervals text. */
export function ownerTypes(): CustomTypesConfig {
  const types = new TypeOverrides()
  types.setTypeParser(date, (text) => new Date(text))
  types.setTypeParser(interval, (text) => text)
  return types
}

const textOnly: CustomTypesConfig = { getTypeParser: () => (text: string) => text }
