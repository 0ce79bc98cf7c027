import type { Sql } from '../database/sql.ts'
import type { BackendKeys, Caller } from '../core/keys.ts'
import type { Logger } from '../core/wire.ts'
import type { QueueLimits } from '../queue/share-limits.ts'

/** Options that every service takes. */
export interface ServiceOptions {
  /** Runs statements as the database's owner. */
  sql: Sql
  keys: BackendKeys
  /** The site's own URL: the default target of links in emails, and the origin whose pages may always call the API. */
  siteUrl: URL
  /** Origins of other sites whose pages may call the API like the site's own. */
  corsOrigins?: readonly string[] | undefined
  /** Returns the current time in milliseconds since 1970. */
  clock: () => number
  log: Logger
  /** Limits of the services' request queues, which replace the defaults. */
  queues?: Partial<Record<'rest' | 'functions' | 'storage' | 'realtime', QueueLimits>> | undefined
  /** Returns the session id of a member of staff, for whom slots are reserved, and null for everybody else. */
  staffSessionOf?: ((caller: Caller) => string | null) | undefined
}
