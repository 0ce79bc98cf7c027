import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { runTransaction, type CallerTransaction } from '../database/as-caller.ts'
import type { ConnectionPool } from '../database/pool.ts'
import { type Asker, toAsker } from '../queue/asker.ts'
import { arrivingBodies } from '../queue/arriving-bodies.ts'
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
import { type StorageErrorCode, createStorageError } from './errors.ts'
import type { FileStore } from './file-store.ts'
import type { ObjectName } from './object-name.ts'
import type { UrlSigner } from './signed-urls.ts'
import type { ImageTransformer } from './transform.ts'

export interface StorageOptions extends ServiceOptions {
  sessions: ConnectionPool
  files: FileStore
  /** Maximum bytes of a file in any bucket; 50 MiB by default, as for a new hosted project. */
  fileSizeLimit?: number | undefined
  /** Enables image transformations (`[storage.image_transformation]`); off by default, as for a new hosted project. */
  transformsPictures?: boolean | undefined
}

/** Dependencies of every request. */
export interface StorageContext extends Omit<StorageOptions, 'fileSizeLimit'> {
  fileSizeLimit: number
  signer: UrlSigner
  /**
   * Queues: `turns` for visitors' database work, `starts` for uploads of the project's own server to begin, `uploads` for receiving
   * files.
   */
  turns: FairQueue
  starts: FairQueue
  uploads: FairQueue
  /** Transforms images; null when transformations are disabled. */
  transform: ImageTransformer | null
}

/** A request with its caller, and the bucket and object in its path, which are empty strings when the path has none. */
export interface StorageCall extends ObjectName {
  storage: StorageContext
  wire: WireRequest
  caller: Caller
  /** True when the request has a key or a token. */
  isKnown: boolean
}

/**
 * Returns the caller. Unlike the other services this one accepts a token, or a key, in `Authorization` without an `apikey`. A
 * caller with neither is anonymous, and may read public files.
 * @throws ApiError for an invalid key or token
 */
export function getCaller(
  { headers }: WireRequest,
  keys: BackendKeys,
  now: number,
): Pick<StorageCall, 'caller' | 'isKnown'> {
  const { apikey, authorization = '' } = headers
  const bearer = /^bearer +(.*)$/i.exec(authorization)?.[1]?.trim() ?? ''
  if (apikey === undefined && bearer === '') return { caller: anonymousCaller, isKnown: false }
  const resolution = resolveCaller(keys, { ...headers, apikey: apikey ?? bearer }, now)
  if ('caller' in resolution) return { caller: resolution.caller, isKnown: true }
  if (apikey !== undefined)
    throw createStorageError('AccessDenied', resolution.refusal.body.message)
  const verified = verifyToken(keys, bearer, now)
  if ('claims' in verified) return { caller: verified, isKnown: true }
  const isLate = verified.problem === 'expired'
  throw createStorageError(
    'AccessDenied',
    isLate ? '"exp" claim timestamp check failed' : 'Invalid Compact JWS',
  )
}

/** The owner of a row. `owner` is null unless the owner's id is a UUID; `owner_id` may be any text. */
export const ownerSchema = v.object({
  owner: v.nullable(v.string()),
  owner_id: v.nullable(v.string()),
})
export type Owner = v.InferOutput<typeof ownerSchema>

export function getOwner({ caller }: StorageCall): Owner {
  const { sub = null } = caller.claims
  return { owner: v.is(v.pipe(v.string(), v.uuid()), sub) ? sub : null, owner_id: sub }
}

export function getAsker({ storage, wire, caller }: StorageCall): Asker {
  return { ...toAsker(storage, wire, caller), isAborted: wire.isAborted }
}

/** Milliseconds that a statement may take, equal to the roles' statement timeouts. */
const timeouts: Record<CallerRole, number> = {
  anon: 3000,
  authenticated: 8000,
  service_role: 30_000,
}
const grace = 3000

/**
 * Runs one statement in the caller's role, so grants and row level security decide about it. Returns the statement's rows. With
 * `isTrial` the statement is rolled back: this only checks that it is allowed.
 */
export async function queryRows<Row>(
  call: StorageCall,
  text: string,
  values: CallerTransaction['values'],
  isTrial = false,
): Promise<Row[]> {
  const { storage, wire, caller } = call
  const timeout = timeouts[caller.role]
  const limits = { timeout, ceiling: timeout + grace, readOnly: false, name: undefined }
  const listed = `with answer as (${text}) select coalesce(json_agg(answer), '[]') as rows from answer`
  const work: CallerTransaction = { ...limits, wire, caller, text: listed, values, isTrial }
  const answer = await runInQueue(call, () =>
    storage.sessions.use((session) => runTransaction<{ rows: string }>(session, work)),
  )
  const rows: Row[] = JSON.parse(answer.rows[0].rows)
  return rows
}

/** Runs database work. That of visitors waits for its turn in the storage's queue, and counts towards its budget. */
export function runInQueue<T>(call: StorageCall, run: () => Promise<T>): Promise<T> {
  const { storage, wire, caller } = call
  if (wire.isInternal === true || caller.role === 'service_role') return run()
  return storage.turns.use(getAsker(call), (charge) => {
    const start = performance.now()
    return run().finally(() => charge(performance.now() - start))
  })
}

/** Chunks with fewer bytes than this do not cause a pause. */
const small = 16_000

/** Waits until the next chunk of a request's body may be processed. */
type Pacer = (bytes: number) => Promise<void>

/**
 * Creates a pacer: the chunks of all bodies that use it take turns, one per iteration of the event loop plus a pause, so that pages
 * are served in between.
 */
function createPacer(): Pacer {
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()
  return async (bytes) => {
    waiting += 1
    turn = turn.then(() => (bytes < small ? setImmediate() : pause(getPauseMs(bytes, waiting))))
    await turn
    waiting -= 1
  }
}

/**
 * Returns the milliseconds to pause after a chunk. Received data leaves megabytes of garbage, and pages wait during its collection,
 * so many concurrent bodies are limited to 8 MB/s together.
 */
function getPauseMs(bytes: number, waiting: number): number {
  return bytes / (waiting > 8 ? 8_000 : 60_000)
}

const paceFile = createPacer()
/** Anybody may send JSON bodies, so they must not delay files, which need permission. */
const paceJson = createPacer()

/** Yields the bytes of a file in the request's body. @throws ApiError when it is too large; when its content-length is, nothing is read */
export function getBody(
  call: StorageCall,
  largest: number,
  tooLarge: StorageErrorCode,
): AsyncGenerator<Uint8Array> {
  return readChunks(call, largest, tooLarge, paceFile)
}

async function* readChunks(
  { wire: { headers, stream } }: StorageCall,
  largest: number,
  tooLarge: StorageErrorCode,
  pace: Pacer,
): AsyncGenerator<Uint8Array> {
  let size = 0
  const announced = Number(headers['content-length'] ?? Infinity)
  if (Number.isFinite(announced) && announced > largest) throw createStorageError(tooLarge)
  for await (const bytes of stream ?? []) {
    size += bytes.length
    if (size > largest) throw createStorageError(tooLarge)
    // A body that is small as a whole needs no turn, so it does not wait for a flood of large ones.
    if (announced >= small) await pace(bytes.length)
    yield bytes
  }
}

/** Maximum bytes of a JSON body. */
const largestBody = 1024 * 1024
export const jsonRules = { deepest: 32, forbiddenKeys: ['__proto__'] }

/** Collects a JSON body. @throws ApiError when it is too large, or must make room in memory for those of other networks */
async function collectBody(call: StorageCall): Promise<Uint8Array> {
  const { headers, clientAddress } = call.wire
  const announced = headers['content-length']
  const length = announced === undefined ? undefined : Number(announced)
  const dropped = Promise.withResolvers<never>()
  const body = arrivingBodies.begin(clientAddress, length, () =>
    dropped.reject(createStorageError('SlowDown', undefined, { 'retry-after': '1' })),
  )
  const collect = async () => {
    for await (const chunk of readChunks(call, largestBody, 'BodyTooLarge', paceJson))
      body.append(chunk)
    return body.getContent() ?? new Uint8Array()
  }
  try {
    return await Promise.race([collect(), dropped.promise])
  } finally {
    body.release()
  }
}

/** Reads a JSON body. @throws ApiError for a body that is too large, not JSON, or does not match the schema */
export async function readJsonBody<Schema extends v.GenericSchema>(
  call: StorageCall,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const read = readJson(await collectBody(call), jsonRules)
  if (typeof read === 'string') throw createStorageError('InvalidRequest', read)
  if (!isObject(read.value)) throw createStorageError('InvalidRequest', 'body: Expected an object')
  return validateShape(schema, read.value, 'body')
}

export function getQueryParams({ wire }: StorageCall): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(wire.query))
}

/** Validates a value. @throws ApiError InvalidRequest that names the part that does not match the schema */
export function validateShape<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  what: string,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true })
  if (success) return output
  const place = [what, v.getDotPath(issues[0])].filter((part) => part !== null).join('/')
  throw createStorageError('InvalidRequest', `${place}: ${issues[0].message}`.slice(0, 300))
}
