import { buffer } from 'node:stream/consumers'
import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { transact, type Work } from '../database/as-caller.ts'
import type { ConnectionPool } from '../database/pool.ts'
import { type Asker, toAsker } from '../queue/asker.ts'
import type { FairQueue } from '../queue/fair-queue.ts'
import {
  type BackendKeys,
  type Caller,
  type CallerRole,
  resolveCaller,
  anonymousCaller,
  verifyToken,
} from '../core/keys.ts'
import { isObject, readJson } from '../core/read-json.ts'
import type { ServiceOptions } from '../services/service-options.ts'
import type { WireRequest } from '../core/wire.ts'
import { type Code, fault } from './errors.ts'
import type { FileStore } from './file-store.ts'
import type { ObjectName } from './object-name.ts'
import type { UrlSigner } from './signed-urls.ts'
import type { Transform } from './transform.ts'

export interface StorageOptions extends ServiceOptions {
  sessions: ConnectionPool
  files: FileStore
  /** Bytes of the largest file that any bucket takes; 50 MiB, as on a new hosted project. */
  fileSizeLimit?: number | undefined
  /** `[storage.image_transformation]`: off as on a new hosted project. */
  transformsPictures?: boolean | undefined
}

/** Dependencies of every call. */
export interface Storage extends Omit<StorageOptions, 'fileSizeLimit'> {
  fileSizeLimit: number
  signer: UrlSigner
  /** Visitors take turns at the database, others at beginning to bring a file, and all at sending it. */
  turns: FairQueue
  starts: FairQueue
  uploads: FairQueue
  /** Is null when pictures are sent unchanged. */
  transform: Transform | null
}

/** A request with its caller and the names in its path, which are empty when the path has none. */
export interface Call extends ObjectName {
  storage: Storage
  wire: WireRequest
  caller: Caller
  /** The caller sent a key or a token. */
  isKnown: boolean
}

/**
 * Returns the caller. Unlike the other services this one reads a token, or a key, from `Authorization` alone; a caller without
 * any is anonymous, and may read public files.
 * @throws ApiError for an invalid key or token
 */
export function getCaller(
  { headers }: WireRequest,
  keys: BackendKeys,
  now: number,
): Pick<Call, 'caller' | 'isKnown'> {
  const { apikey, authorization = '' } = headers
  const bearer = /^bearer +(.*)$/i.exec(authorization)?.[1]?.trim() ?? ''
  if (apikey === undefined && bearer === '') return { caller: anonymousCaller, isKnown: false }
  const resolution = resolveCaller(keys, { ...headers, apikey: apikey ?? bearer }, now)
  if ('caller' in resolution) return { caller: resolution.caller, isKnown: true }
  if (apikey !== undefined) throw fault('AccessDenied', resolution.refusal.body.message)
  const verified = verifyToken(keys, bearer, now)
  if ('claims' in verified) return { caller: verified, isKnown: true }
  const isLate = verified.problem === 'expired'
  throw fault('AccessDenied', isLate ? '"exp" claim timestamp check failed' : 'Invalid Compact JWS')
}

/** The owner of a row; `owner` is only for ids that are UUIDs. */
export const owner = v.object({ owner: v.nullable(v.string()), owner_id: v.nullable(v.string()) })
export type Owner = v.InferOutput<typeof owner>

export function getOwner({ caller }: Call): Owner {
  const { sub = null } = caller.claims
  return { owner: v.is(v.pipe(v.string(), v.uuid()), sub) ? sub : null, owner_id: sub }
}

export function getAsker({ storage, wire, caller }: Call): Asker {
  return { ...toAsker(storage, wire, caller), isAborted: wire.isAborted }
}

/** ms that a statement may take, equal to the timeouts of the roles. */
const timeouts: Record<CallerRole, number> = {
  anon: 3000,
  authenticated: 8000,
  service_role: 30_000,
}
const grace = 3000

/**
 * Runs one statement in the caller's role: grants and row level security decide about it. Returns the rows that it selects or
 * returns. A trial is rolled back: it only throws when the statement is not allowed.
 */
export async function queryRows<Row>(
  call: Call,
  text: string,
  values: Work['values'],
  isTrial = false,
): Promise<Row[]> {
  const { storage, wire, caller } = call
  const timeout = timeouts[caller.role]
  const limits = { timeout, ceiling: timeout + grace, readOnly: false, name: undefined }
  const listed = `with answer as (${text}) select coalesce(json_agg(answer), '[]') as rows from answer`
  const work: Work = { ...limits, wire, caller, text: listed, values, isTrial }
  const run = () => storage.sessions.use((session) => transact<{ rows: string }>(session, work))
  const isVisitor = wire.isInternal !== true && caller.role !== 'service_role'
  const answer = isVisitor
    ? await storage.turns.use(getAsker(call), (charge) => {
        const start = performance.now()
        return run().finally(() => charge(performance.now() - start))
      })
    : await run()
  const rows: Row[] = JSON.parse(answer.rows[0].rows)
  return rows
}

/** Yields the body unless it is too large; a body whose announced length is too large is refused before it is read. */
export async function* getBody(
  { wire: { headers, stream } }: Call,
  largest: number,
  tooLarge: Code,
): AsyncGenerator<Uint8Array> {
  let size = 0
  if (Number(headers['content-length'] ?? 0) > largest) throw fault(tooLarge)
  for await (const bytes of stream ?? []) {
    size += bytes.length
    if (size > largest) throw fault(tooLarge)
    await takeTurn(bytes.length)
    yield bytes
  }
}

/** Bytes. */
const small = 16_000
let waiting = 0
let turn: Promise<unknown> = Promise.resolve()

/** In each turn of the event loop, and after the pause in ms, one piece of all uploads is received: pages come between. */
async function takeTurn(bytes: number): Promise<void> {
  waiting += 1
  turn = turn.then(() => (bytes < small ? setImmediate() : pause(restAfter(bytes))))
  await turn
  waiting -= 1
}

/** ms. Received data leaves garbage behind, by the MB, and pages wait while it is collected: a crowd gets 8 MB a second. */
function restAfter(bytes: number): number {
  return bytes / (waiting > 8 ? 8_000 : 60_000)
}

/** Bytes of the largest body that is read whole. */
const largestBody = 1024 * 1024
export const jsonRules = { deepest: 32, forbiddenKeys: ['__proto__'] }

/** @throws ApiError for a body that is too large, not JSON or not of this shape */
export async function readBody<Schema extends v.GenericSchema>(
  call: Call,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const bytes = await buffer(getBody(call, largestBody, 'BodyTooLarge'))
  const read = readJson(bytes, jsonRules)
  if (typeof read === 'string') throw fault('InvalidRequest', read)
  if (!isObject(read.value)) throw fault('InvalidRequest', 'body: Expected an object')
  return readShape(schema, read.value, 'body')
}

export function getQuery({ wire }: Call): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(wire.query))
}

/** @throws ApiError InvalidRequest that names the part that does not match the schema */
export function readShape<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  what: string,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true })
  if (success) return output
  const place = [what, v.getDotPath(issues[0])].filter((part) => part !== null).join('/')
  throw fault('InvalidRequest', `${place}: ${issues[0].message}`.slice(0, 300))
}
