import type { Sql } from '../database/sql.ts'
import type { BackendKeys, Caller } from '../core/keys.ts'
import type { Logger } from '../core/wire.ts'
import type { QueueLimits } from '../queue/share-limits.ts'

/** Options that every service of the backend takes. */
export interface ServiceOptions {
  /** Runs statements as the owner of the database. */
  sql: Sql
  keys: BackendKeys
  /** The site's own address: the target of links in emails, and the only origin that they redirect to. */
  siteUrl: URL
  /** Origins of pages elsewhere that may ask as the site's own may. */
  corsOrigins?: readonly string[] | undefined
  /** ms since 1970. */
  clock: () => number
  log: Logger
  /** Limits of the queues of requests, by service. */
  queues?: Partial<Record<'rest' | 'functions' | 'storage' | 'realtime', QueueLimits>> | undefined
  /** Returns the session of a member of staff, for whom places are kept, and null for everybody else. */
  staffSessionOf?: ((caller: Caller) => string | null) | undefined
}
