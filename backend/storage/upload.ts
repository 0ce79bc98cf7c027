import { randomUUID } from 'node:crypto'
import type { Sql } from '../database/sql.ts'
import { FairShares } from '../fair-shares.ts'
import { isObject, readJson } from '../read-json.ts'
import type { AsCaller, Call, Owner } from './caller.ts'
import { isHeaderText } from './content.ts'
import { fault } from './errors.ts'
import type { Draft, FileStore } from './file-store.ts'
import { receiveForm } from './multipart.ts'
import type { ObjectName } from './object-name.ts'
import { findBucket, metadataOf, type OpenBucket, statements, valuesOf } from './objects.ts'

interface Needs {
  sql: Sql
  db: AsCaller
  files: FileStore
  clock: () => number
  /** Bytes. */
  largest: number
}

interface Manner {
  isUpsert: boolean
  owner: Owner
}

/** What came, on the disk and not kept yet. */
interface Upload {
  draft: Draft
  mimetype: string
  cacheControl: string
  userMetadata: object | null
}

export type TakeUpload = (call: Call, object: ObjectName, manner: Manner) => Promise<object>

/** Files that come at once: each takes a processor's time for its hash, and a disk's. */
const share = {
  places: 12,
  perAddress: 4,
  waitingPerAddress: 200,
  waitingInAll: 1000,
  patience: 120_000,
}
const metadataRules = { deepest: 32, forbiddenKeys: ['__proto__'] }

/**
 * Takes the content of an object: whether the caller may make its row is asked before anything is read, and what came is
 * on the disk before the row is.
 */
export function createUploads({ sql, db, files, clock, largest }: Needs): TakeUpload {
  const shares = new FairShares(share)

  return async (call, object, { isUpsert, owner }) => {
    const bucket = await findBucket(sql, object.bucket)
    if (bucket === null) throw fault('NoSuchBucket')
    const limit = Math.min(bucket.fileSizeLimit ?? largest, largest)
    const statement = isUpsert ? statements.upsert : statements.insert
    const row = { ...object, id: randomUUID(), owner, userMetadata: null }
    const { wire } = call
    const declared = { mimetype: wire.headers['content-type'], contentLength: lengthOf(call) }
    await db.try(call, statement, valuesOf({ ...row, version: '1', metadata: declared }))

    const asker = { address: wire.clientAddress, isGone: wire.isGone }
    const upload = await shares.use(asker, () => receive(call, bucket, limit, files))
    try {
      const { version, size } = upload.draft
      const { mimetype, cacheControl, userMetadata } = upload
      checkType(mimetype, bucket)
      const metadata = metadataOf({ version, size, mimetype, cacheControl }, clock())
      await upload.draft.keep()
      const values = valuesOf({ ...row, version, metadata, userMetadata })
      const [{ id } = row] = await db.rows<{ id: string }>(call, statement, values)
      return { Id: id, Key: `${object.bucket}/${object.name}` }
    } finally {
      await upload.draft.discard()
    }
  }
}

function lengthOf({ wire: { headers } }: Call): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

async function receive(
  call: Call,
  bucket: OpenBucket,
  limit: number,
  files: FileStore,
): Promise<Upload> {
  const { headers, stream = nothing() } = call.wire
  const type = headers['content-type'] ?? 'application/octet-stream'
  if (type.startsWith('multipart/form-data')) return receiveParts(stream, type, limit, files)
  const cacheControl = headers['cache-control'] ?? 'no-cache'
  const given = headers['x-metadata']
  const userMetadata = given === undefined ? null : readMetadata(Buffer.from(given, 'base64'))
  checkType(type, bucket)
  if (!isHeaderText(cacheControl)) throw fault('InvalidRequest', 'Invalid Cache-Control')
  if ((lengthOf(call) ?? 0) > limit) throw fault('EntityTooLarge')
  const draft = await files.receive(bounded(stream, limit))
  return { draft, mimetype: type, cacheControl, userMetadata }
}

async function receiveParts(
  stream: AsyncIterable<Uint8Array>,
  type: string,
  limit: number,
  files: FileStore,
): Promise<Upload> {
  const { draft, mimetype, fields } = await receiveForm(stream, type, limit, files)
  try {
    const seconds = fields.get('cacheControl')
    const cacheControl = seconds === undefined ? 'no-cache' : `max-age=${seconds}`
    if (!isHeaderText(cacheControl)) throw fault('InvalidRequest', 'Invalid cacheControl')
    const given = fields.get('metadata') ?? fields.get('userMetadata')
    const userMetadata = given === undefined ? null : readMetadata(Buffer.from(given))
    return { draft, mimetype: fields.get('contentType') ?? mimetype, cacheControl, userMetadata }
  } catch (error) {
    await draft.discard()
    throw error
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* bounded(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const bytes of stream) {
    size += bytes.length
    if (size > limit) throw fault('EntityTooLarge')
    yield bytes
  }
}

/** What a client says of its file beside what the service says. */
function readMetadata(bytes: Uint8Array): object {
  const read = readJson(bytes, metadataRules)
  if (typeof read === 'string' || !isObject(read.value))
    throw fault('InvalidRequest', 'The metadata is not a JSON object')
  return read.value
}

/** @throws ApiError InvalidMimeType when it is none, or none that the bucket takes */
function checkType(mimetype: string, { allowedMimeTypes }: OpenBucket): void {
  const [essence = ''] = mimetype.split(';', 1)
  const isOne = isHeaderText(mimetype) && /^[\w.+-]+\/[\w.+-]+$/.test(essence.trim())
  const family = `${essence.split('/', 1)[0]}/*`
  const ways = [mimetype, essence.trim(), family, '*/*']
  if (isOne && (allowedMimeTypes === null || ways.some((way) => allowedMimeTypes.includes(way))))
    return
  throw fault('InvalidMimeType', `mime type ${mimetype.slice(0, 100)} is not supported`)
}
