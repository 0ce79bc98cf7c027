import { transact, transactIf } from '../database/as-caller.ts'
import type { Connection } from '../database/connection.ts'
import { forLog } from '../database/errors.ts'
import type { ConnectionPool } from '../database/pool.ts'
import { FairShares } from '../fair-shares.ts'
import { type Caller, type CallerRole, resolveCaller } from '../keys.ts'
import type { ServiceOptions } from '../service-options.ts'
import { ApiError, json, type WireHandler, type WireRequest, type WireResponse } from '../wire.ts'
import { compile, type Compiled } from './compile.ts'
import { asApiError, errorAnswer } from './errors.ts'
import { createPreparationPolicy } from './prepared.ts'
import { readRequest, type RestRequest } from './request.ts'
import { checkAnswer, respond } from './respond.ts'
import { createSchemaCache } from './schema/schema-cache.ts'
import type { Schema } from './schema/schema.ts'
import type { AnswerRow } from './sql/answer.ts'

export interface RestOptions extends ServiceOptions {
  sessions: ConnectionPool
}

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
/** ms that a statement may take of roles that say nothing of it. */
const usualTimeout = 8000
/** ms that a read of a visitor's may take. Whoever waits does so for 5 s at most: two slow reads of others end within that. */
const longestRead = 2000

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
export function createRest({ keys, clock, sql, sessions, log }: RestOptions): WireHandler {
  const rest: Rest = {
    sessions,
    log,
    getSchema: createSchemaCache(sql, log).get,
    nameOf: createPreparationPolicy(),
    recall: createMemory(),
    shares: new FairShares(visitorsShare),
  }
  return async (wire) => {
    const resolution = resolveCaller(keys, wire.headers, clock())
    if ('refusal' in resolution) {
      const { status, body, what } = resolution.refusal
      const challenge = { 'www-authenticate': `Bearer error="invalid_token"` }
      return json(status, body, what === 'token' ? challenge : {})
    }
    const { caller } = resolution
    try {
      return await answer(rest, wire, caller)
    } catch (error) {
      const shown = asApiError(error, caller)
      const { method, path } = wire
      if (shown.status >= 500)
        log.error({ ...forLog(error), method, path }, 'rest: a request failed')
      return errorAnswer(shown)
    }
  }
}

async function answer(rest: Rest, wire: WireRequest, caller: Caller): Promise<WireResponse> {
  const request = readRequest(wire, mount)
  const schema = await rest.getSchema().catch((error: unknown) => {
    throw noSchema(error)
  })
  const isBounded = caller.role !== 'service_role'
  const compiled = rest.recall(wire, request, schema, isBounded)
  const { text, values, readOnly } = compiled
  const timeout = timeLimit(schema, caller.role, readOnly)
  const name = rest.nameOf(text, wire.isOwn === true)
  const ceiling = timeout > 0 ? timeout + grace : undefined
  const work = { wire, caller, readOnly, timeout, text, values, name, ceiling }
  const check = (row: AnswerRow): void => checkAnswer(request, compiled, row)
  const row = await inTurn(rest, wire, caller, (session) =>
    mayBeTakenBack(request, compiled) ? transactIf(session, work, check) : transact(session, work),
  )
  check(row)
  return respond(request, compiled, row)
}

/** What the role's `statement_timeout` says, and at most 2 s for a read by anybody but the project's own server; ms. */
function timeLimit({ timeouts }: Schema, role: CallerRole, readOnly: boolean): number {
  const given = timeouts.get(role) ?? usualTimeout
  if (!readOnly || role === 'service_role') return given
  return given === 0 ? longestRead : Math.min(given, longestRead)
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
function mayBeTakenBack({ accepted, preferences }: RestRequest, { readOnly }: Compiled): boolean {
  return !readOnly && (accepted.form === 'object' || preferences.maxAffected !== undefined)
}

function noSchema(cause: unknown): ApiError {
  const message = 'Could not query the database for the schema cache. Retrying.'
  const details = cause instanceof ApiError ? cause.more.details : null
  return new ApiError(503, 'PGRST002', message, { details, headers: { 'retry-after': '1' } })
}

/** Remembers the statements of reads that come again with the same words, as long as the schema stays. */
function createMemory() {
  let remembered = new Map<string, Compiled>()
  let of: Schema | null = null
  return (
    wire: WireRequest,
    request: RestRequest,
    schema: Schema,
    isBounded: boolean,
  ): Compiled => {
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
