import { setImmediate as nextTick } from 'node:timers/promises'
import {
  type TransactionResult,
  runTransaction,
  runTransactionIf,
  type CallerTransaction,
} from '../database/as-caller.ts'
import { getSearchPath } from '../database/connect.ts'
import { toLogFields } from '../database/errors.ts'
import type { ConnectionPool } from '../database/pool.ts'
import { toAsker } from '../queue/asker.ts'
import { type ChargeTime, FairQueue } from '../queue/fair-queue.ts'
import { type Caller, type CallerRole, resolveCaller, anonymousCaller } from '../core/keys.ts'
import type { ServiceOptions } from '../services/service-options.ts'
import {
  createJsonResponse,
  type WireHandler,
  type WireRequest,
  type WireResponse,
} from '../core/wire.ts'
import type { CompiledRequest } from './compile.ts'
import { createCompileCache } from './compile-cache.ts'
import { withFreshPlan } from './fresh-plan.ts'
import { toApiError, createErrorResponse } from './lib/errors.ts'
import { respondToOptions } from './options.ts'
import { getMaxAffected } from './preferences.ts'
import { createPreparationPolicy } from './prepared.ts'
import { readRequest, type RestRequest } from './request.ts'
import { checkRowCount, createRestResponse } from './respond.ts'
import { createSharedReads } from './shared-reads.ts'
import { type ApiSettings, defaultApiSettings } from './settings.ts'
import { createSchemaCache } from './schema/schema-cache.ts'
import { createTimezones } from './schema/timezones.ts'
import type { Catalogue } from './schema/schema.ts'
import type { ResponseRow } from './sql/response.ts'

export interface RestOptions extends ServiceOptions {
  sessions: ConnectionPool
  /** The API settings, by default those of hosted Supabase. */
  api?: ApiSettings
  /**
   * Tables of the first schema whose rows do not depend on the caller or on request headers, for all anonymous callers. Equal reads
   * of them are run once.
   */
  sharedTables?: ReadonlySet<string>
}

const mount = '/rest/v1'
/**
 * Limits for sharing the sixteen database sessions. Visitors' REST requests use up to ten, storage three, and three are left for
 * the project's own server.
 */
const visitorsShare = {
  slots: 8,
  staffSlots: 2,
  perAddress: 2,
  waitingPerAddress: 20,
  // Large, because a newsletter brings many people at once, whose requests are small.
  waitingInAll: 2000,
  heldInAll: 100_000_000,
  timeoutMs: 5000,
  // An IP address may use a tenth of one session, and as much at once as one read may take. `longestPause` is shorter than
  // `timeoutMs`, so that paused requests do not time out.
  allowance: { free: 5, full: 2000, rate: 0.1, longestPause: 4000 },
}
/**
 * Characters of a response that are free of charge, twice as many as the shop's product catalogue has. Beyond that each
 * `charactersInMs` characters are charged as one millisecond.
 */
const ordinaryAnswer = 100_000
const charactersInMs = 2500
/** Milliseconds that the client waits longer than a statement's timeout for PostgreSQL's response. */
const grace = 3000
/** Queries with more characters than this, which the shop's own never have, may take this process some milliseconds to parse. */
const longToRead = 1000
/** Milliseconds that a statement may take in a role without a `statement_timeout`. */
const usualTimeout = 8000
/**
 * Milliseconds that a visitor's read may take, below the timeout of other statements. A queued request is refused after 5 s
 * (`visitorsShare.timeoutMs`), and with this limit two slow reads before it, one after the other, end within 4 s.
 */
const longestRead = 2000

interface Rest extends Pick<RestOptions, 'sessions' | 'log' | 'staffSessionOf'> {
  api: ApiSettings
  getCatalogue: () => Promise<Catalogue>
  getTimezones: ReturnType<typeof createTimezones>
  nameOf: ReturnType<typeof createPreparationPolicy>
  compileCached: ReturnType<typeof createCompileCache>
  shares: FairQueue
  sharedTables: ReadonlySet<string>
  share: ReturnType<typeof createSharedReads<TransactionResult<ResponseRow>>>
}

/**
 * Serves PostgREST's API under `/rest/v1`. Each request is one transaction in the caller's role; only grants and row level security
 * decide what it may do.
 */
export function createRest(options: RestOptions): WireHandler {
  const {
    keys,
    clock,
    sql,
    sessions,
    log,
    api = defaultApiSettings,
    sharedTables = new Set(),
  } = options
  const { schemas, extra_search_path: extraSearchPath } = api
  // Renews the connections when the schema changes, because prepared statements keep the old types of columns.
  const exposed = { schemas, extraSearchPath, onChange: sessions.renew }
  const rest: Rest = {
    sessions,
    log,
    staffSessionOf: options.staffSessionOf,
    api,
    getCatalogue: createSchemaCache(sql, exposed, log),
    getTimezones: createTimezones(sql),
    nameOf: createPreparationPolicy(),
    compileCached: createCompileCache(),
    shares: new FairQueue({ ...visitorsShare, ...options.queues?.rest }),
    sharedTables,
    share: createSharedReads(),
  }
  return async (wire) => {
    const resolution = resolveCaller(keys, wire.headers, clock())
    if ('refusal' in resolution) {
      const { status, body, what } = resolution.refusal
      const challenge = { 'www-authenticate': `Bearer error="invalid_token"` }
      return createJsonResponse(status, body, what === 'token' ? challenge : {})
    }
    const { caller } = resolution
    try {
      // Removes `/rest/v1` from the path, as hosted Supabase's gateway does: SQL sees the rest in `request.path`.
      return await answer(rest, { ...wire, path: wire.path.slice(mount.length) }, caller)
    } catch (error) {
      const shown = toApiError(error, caller)
      const { method, path } = wire
      if (shown.status >= 500)
        log.error({ ...toLogFields(error), method, path }, 'rest: a request failed')
      return createErrorResponse(shown)
    }
  }
}

async function answer(rest: Rest, wire: WireRequest, caller: Caller): Promise<WireResponse> {
  const { api, nameOf, compileCached } = rest
  const { settings, timeouts, schemas } = await rest.getCatalogue()
  const timezones = await rest.getTimezones(wire.headers.prefer)
  const request = readRequest(wire, { schemas: api.schemas, settings, timezones })
  const schema = schemas.get(request.schema)
  if (schema === undefined) throw new Error(`the schema ${request.schema} was not read`)
  if (request.method === 'OPTIONS') return respondToOptions(request, schema)
  const isBounded = caller.role !== 'service_role'
  const isFirst = schema.name === api.schemas[0]
  const rules = {
    schema,
    settings,
    maxRows: api.max_rows,
    isBounded,
    sharedTables: rest.sharedTables,
  }
  const { compiled, answered } = await inTurn(rest, wire, caller, async (charge, isVisitor) => {
    // Yields to the event loop before parsing a long query, so that a burst of them does not block other requests.
    if (isVisitor && wire.query.length > longToRead) await nextTick()
    const compiled = compileCached(wire, request, rules)
    const { text, values, readOnly, estimate: further } = compiled
    const timeout = timeLimit(timeouts, caller.role, readOnly)
    const work: CallerTransaction = {
      wire,
      caller,
      readOnly,
      timeout,
      text,
      values,
      name: nameOf(text, wire.isInternal === true),
      ceiling: timeout > 0 ? timeout + grace : undefined,
      // The connection's own search path is that of the first schema.
      searchPath: isFirst ? undefined : getSearchPath([schema.name, ...api.extra_search_path]),
      timezone: request.preferences.timezone,
      further,
      isTrial: request.preferences.isTrial,
    }
    const run = () => ask(rest, request, compiled, work, charge)
    const isShared = isVisitor && compiled.isAlike && isFirst && caller === anonymousCaller
    const key = JSON.stringify([text, values, work.timezone])
    const answered = await (isShared ? rest.share(key, run) : run())
    charge(timeToPassOn(answered.rows[0]))
    return { compiled, answered }
  })
  if (request.accepted.plan === null) check(request, compiled)(answered)
  return createRestResponse(request, compiled, answered, api)
}

/** Runs a statement as soon as a database session is free, and charges the caller for the time in the session. */
function ask(
  rest: Rest,
  request: RestRequest,
  compiled: CompiledRequest,
  work: CallerTransaction,
  charge: ChargeTime,
): Promise<TransactionResult<ResponseRow>> {
  return rest.sessions.use((session) => {
    const start = performance.now()
    return withFreshPlan(rest.sessions, work, (each) =>
      mayBeTakenBack(request, compiled)
        ? runTransactionIf(session, each, check(request, compiled))
        : runTransaction<ResponseRow>(session, each),
    ).finally(() => charge(performance.now() - start))
  })
}

const check =
  (request: RestRequest, compiled: CompiledRequest) =>
  ({ rows: [row] }: TransactionResult<ResponseRow>): void =>
    checkRowCount(request, compiled, row)

/** Returns the role's `statement_timeout` in milliseconds. Reads get 2 s at most, except those of the project's own server. */
function timeLimit(timeouts: Catalogue['timeouts'], role: CallerRole, readOnly: boolean): number {
  const given = timeouts.get(role) ?? usualTimeout
  if (!readOnly || role === 'service_role') return given
  return given === 0 ? longestRead : Math.min(given, longestRead)
}

/** Runs a request's work: at once for the project's own server, and in turn with others for visitors. */
function inTurn<T>(
  rest: Rest,
  wire: WireRequest,
  caller: Caller,
  work: (charge: ChargeTime, isVisitor: boolean) => Promise<T>,
): Promise<T> {
  const { isInternal, isAborted } = wire
  if (isInternal === true || caller.role === 'service_role') return work(() => undefined, false)
  const asker = { ...toAsker(rest, wire, caller), isAborted }
  return rest.shares.use(asker, (charge) => work(charge, true))
}

/** Returns the milliseconds to charge for a large response, because sending it occupies this process. */
function timeToPassOn({ body }: ResponseRow): number {
  return ((body?.length ?? 0) - ordinaryAnswer) / charactersInMs
}

/** Returns true for a change whose response must be checked before it is committed, because its number of rows may be wrong. */
function mayBeTakenBack(
  { accepted, preferences }: RestRequest,
  { kind, readOnly }: CompiledRequest,
): boolean {
  if (readOnly || accepted.plan !== null) return false
  return accepted.form === 'object' || kind === 'put' || getMaxAffected(preferences, kind) !== null
}
