import { DatabaseError, NoSessionError } from '../database/errors.ts'
import type { Connection } from '../database/connection.ts'
import type { ConnectionPool } from '../database/pool.ts'
import type { Sql } from '../database/sql.ts'
import { FairShares, NoPlaceError } from '../fair-shares.ts'
import type { Caller } from '../keys.ts'
import type { Logger, WireRequest, WireResponse } from '../wire.ts'
import { compile, type Compiled } from './compile.ts'
import { errorResponse, RestError } from './errors.ts'
import { fromDatabaseError } from './pg-errors.ts'
import { createPreparationPolicy } from './prepared.ts'
import { readRequest, type RestRequest } from './request.ts'
import { checkAnswer, respond } from './respond.ts'
import { createSchemaCache } from './schema/schema-cache.ts'
import type { Schema } from './schema/schema.ts'
import type { AnswerRow } from './sql/answer.ts'
import { timeLimit } from './time-limit.ts'
import { transact, transactIf, type RequestSettings } from './transaction.ts'

export interface RestOptions {
  /** Reads the schema and hears of its changes. */
  sql: Sql
  sessions: ConnectionPool
  log: Logger
}

export type RestHandler = (request: WireRequest, caller: Caller) => Promise<WireResponse>

const mount = '/rest/v1'
/** Of the ten sessions. Four are left for the project's own server, which visitors can never take. */
const visitorsShare = {
  places: 6,
  perAddress: 2,
  waitingPerAddress: 20,
  // A newsletter brings many people at once; what they have sent is small.
  waitingInAll: 2000,
  heldInAll: 100_000_000,
  patience: 5000,
  // A quarter of one session, and at once as much as a read may take. A pause ends before patience does.
  allowance: { free: 5, full: 2000, rate: 0.25, longestPause: 4000 },
}
/** Characters of an answer that are not counted, twice those of the catalogue; of more so many count as a ms. */
const ordinaryAnswer = 100_000
const charactersInMs = 2500
/** ms that the server has to answer beyond a statement's time-out. */
const grace = 3000
const maxRemembered = 1000
const longestRemembered = 2000
/** Headers that are secrets, or nothing to do with the request's content, or claim an address that nobody judged. */
const hiddenHeaders = new Set(['authorization', 'apikey', 'cookie', 'cf-connecting-ip'])

/** What requests share. */
interface Rest extends Pick<RestOptions, 'sessions' | 'log'> {
  getSchema: () => Promise<Schema>
  nameOf: ReturnType<typeof createPreparationPolicy>
  recall: ReturnType<typeof createMemory>
  shares: FairShares
}

/**
 * PostgREST's protocol under `/rest/v1`. A request is one transaction in the caller's role; row level security and
 * grants are the only judge of what it may do.
 */
export function createRest({ sql, sessions, log }: RestOptions): RestHandler {
  const rest: Rest = {
    sessions,
    log,
    getSchema: createSchemaCache(sql, log).get,
    nameOf: createPreparationPolicy(),
    recall: createMemory(),
    shares: new FairShares(visitorsShare),
  }
  return async (wire, caller) => {
    try {
      return await answer(rest, wire, caller)
    } catch (error) {
      const shown = asRestError(error, caller)
      if (shown.status >= 500) {
        log.error(
          { ...faultOf(error), method: wire.method, path: wire.path },
          'rest: a request failed',
        )
      }
      return errorResponse(shown)
    }
  }
}

async function answer(rest: Rest, wire: WireRequest, caller: Caller): Promise<WireResponse> {
  const request = readRequest(wire, mount)
  const schema = await schemaOf(rest.getSchema)
  const isBounded = caller.role !== 'service_role'
  const compiled = rest.recall(wire, request, schema, isBounded)
  const { text, values, readOnly } = compiled
  const { setting, ms } = timeLimit(schema, caller.role, readOnly)
  const settings = settingsOf(wire, caller, setting)
  const name = rest.nameOf(text, wire.isOwn === true)
  const ceiling = ms > 0 ? ms + grace : undefined
  const work = { readOnly, settings, text, values, name, ceiling }
  const check = (row: AnswerRow): void => checkAnswer(request, compiled, row)
  const row = await inTurn(rest, wire, caller, (session) =>
    mayBeTakenBack(request, compiled) ? transactIf(session, work, check) : transact(session, work),
  )
  check(row)
  return respond(request, compiled, row)
}

/** With one of the sessions: at once for the project's own server, for visitors in turn. */
function inTurn(
  { sessions, shares }: Rest,
  { clientAddress, isOwn, isGone, body }: WireRequest,
  caller: Caller,
  work: (session: Connection) => Promise<AnswerRow>,
): Promise<AnswerRow> {
  const isVisitor = isOwn !== true && caller.role !== 'service_role'
  if (!isVisitor) return sessions.use(work)
  const asker = { address: clientAddress, isGone, bytes: body?.byteLength }
  return shares.use(asker, (charge) =>
    sessions.use(async (session) => {
      const start = performance.now()
      const row = await work(session).finally(() => charge(performance.now() - start))
      charge(timeToPassOn(row))
      return row
    }),
  )
}

/** ms that a large answer counts for, since this process is busy with it and everybody waits. */
function timeToPassOn({ body }: AnswerRow): number {
  return ((body?.length ?? 0) - ordinaryAnswer) / charactersInMs
}

/** A change whose answer may turn out to be of the wrong size is looked at before it is committed. */
function mayBeTakenBack(request: RestRequest, compiled: Compiled): boolean {
  if (compiled.readOnly) return false
  return request.accepted.form === 'object' || request.preferences.maxAffected !== null
}

async function schemaOf(get: () => Promise<Schema>): Promise<Schema> {
  try {
    return await get()
  } catch (error) {
    throw new RestError(
      503,
      'PGRST002',
      'Could not query the database for the schema cache. Retrying.',
      {
        headers: { 'retry-after': '1' },
        details: error instanceof RestError ? error.body.details : null,
      },
    )
  }
}

/** What PostgreSQL says beyond code and message may show a customer's data. */
function faultOf(error: unknown): object {
  if (error instanceof DatabaseError) return { code: error.code, reason: error.message }
  return error instanceof RestError
    ? { code: error.body.code, reason: error.message }
    : { err: error }
}

function asRestError(error: unknown, caller: Caller): RestError {
  if (error instanceof NoSessionError) return lateAnswer()
  if (error instanceof NoPlaceError) return withoutPlace(error)
  return fromDatabaseError(error, caller.role !== 'anon')
}

function lateAnswer(): RestError {
  return new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
}

function withoutPlace({ reason }: NoPlaceError): RestError {
  if (reason === 'late') return lateAnswer()
  if (reason === 'gone') return new RestError(499, 'PT499', 'The client has hung up')
  return new RestError(429, 'PT429', 'Too many requests at once', {
    headers: { 'retry-after': '1' },
  })
}

function settingsOf(wire: WireRequest, caller: Caller, timeout: string): RequestSettings {
  const headers: Record<string, string> = {}
  for (const name of Object.keys(wire.headers)) {
    const value = wire.headers[name]
    if (value !== undefined && !hiddenHeaders.has(name)) headers[name] = value
  }
  headers['x-forwarded-for'] = wire.clientAddress
  return {
    role: caller.role,
    timeout,
    claims: JSON.stringify(caller.claims),
    headers: JSON.stringify(headers),
    method: wire.method,
    path: wire.path,
  }
}

/** Remembers the statements of reads that come again with the same words, as long as the schema stays. */
function createMemory(): (
  wire: WireRequest,
  request: RestRequest,
  schema: Schema,
  isBounded: boolean,
) => Compiled {
  let remembered = new Map<string, Compiled>()
  let of: Schema | null = null
  return (wire, request, schema, isBounded) => {
    if (request.method !== 'GET' || wire.query.length > longestRemembered)
      return compile(request, schema, isBounded)
    if (of !== schema || remembered.size >= maxRemembered) {
      remembered = new Map()
      of = schema
    }
    const { accept = '', prefer = '', range = '' } = wire.headers
    const key = [isBounded, wire.path, wire.query, accept, prefer, range].join('\n')
    const known = remembered.get(key)
    if (known !== undefined) return known
    const compiled = compile(request, schema, isBounded)
    remembered.set(key, compiled)
    return compiled
  }
}
