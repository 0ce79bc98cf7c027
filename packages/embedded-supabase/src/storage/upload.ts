import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { isObject, readJson } from '../core/read-json.ts'
import { ApiError, createJsonResponse, type WireResponse } from '../core/wire.ts'
import {
  getAsker,
  getBody,
  type StorageCall,
  jsonRules,
  type Owner,
  queryRows,
  runInQueue,
} from './call.ts'
import { createStorageError } from './errors.ts'
import type { ReceivedContent } from './file-store.ts'
import { insertObjectSql, createObjectMetadata, upsertObjectSql } from './objects.ts'
import { isHeaderText } from './read.ts'

/** Milliseconds between the starts of two uploads. */
const betweenStarts = 15

/**
 * Spaces out the starts of uploads, because checking rights, opening a file and reading its first bytes is work. Visitors already
 * take turns at the database, so only callers without such turns (the secret key) wait here.
 */
function takeStart(call: StorageCall): Promise<unknown> {
  const { starts } = call.storage
  return starts.use(getAsker(call), () =>
    starts.isAwaited ? pause(betweenStarts) : setImmediate(),
  )
}

/** A received upload whose draft is on disk and not kept yet. */
interface Upload {
  draft: ReceivedContent
  mimetype: string
  cacheControl: string | undefined
  /** Metadata from the client, as JSON. */
  metadata: Uint8Array | undefined
}

/**
 * Handles an upload. Checks the caller's right to write the row before anything is received, and stores the content before writing
 * the row.
 */
export async function handleUpload(
  call: StorageCall,
  isUpsert: boolean,
  owner: Owner,
): Promise<WireResponse> {
  const { bucket: bucket_id, name, storage, wire } = call
  const text = isUpsert ? upsertObjectSql : insertObjectSql
  const row = { id: randomUUID(), bucket_id, name, ...owner }
  const { 'content-type': mimetype, 'content-length': length } = wire.headers
  const declared = { mimetype, contentLength: length === undefined ? null : Number(length) }
  const trial = JSON.stringify({ ...row, version: '1', metadata: declared })
  if (call.caller.role === 'service_role') await takeStart(call)
  const allowed = await findLimits(call, bucket_id)
  if (allowed === undefined) throw createStorageError('NoSuchBucket')
  await queryRows(call, text, [trial], true)

  const limit = Math.min(allowed.size ?? Infinity, storage.fileSizeLimit)
  const upload = await storage.uploads.use(getAsker(call), () =>
    receive(call, limit, allowed.types),
  )
  try {
    const { mimetype, cacheControl = 'no-cache', draft } = upload
    checkType(mimetype, allowed.types)
    if (!isHeaderText(cacheControl))
      throw createStorageError('InvalidRequest', 'Invalid Cache-Control')
    const user_metadata = upload.metadata && readMetadata(upload.metadata)
    const metadata = createObjectMetadata(draft, { mimetype, cacheControl }, storage.clock())
    await draft.keep()
    const values = [JSON.stringify({ ...row, version: draft.version, metadata, user_metadata })]
    const [stored] = await queryRows<{ id: string }>(call, text, values)
    return createJsonResponse(200, { Id: stored?.id, Key: `${bucket_id}/${name}` })
  } finally {
    await upload.draft.discard()
  }
}

/** Checks a stored content against a bucket's limits. @throws ApiError when the bucket does not accept its type or size */
export async function checkBucketLimits(
  call: StorageCall,
  bucket: string,
  metadata: Record<string, unknown> | null,
): Promise<void> {
  const limits = await findLimits(call, bucket)
  // A missing bucket is reported later, when the row is written.
  if (limits === undefined) return
  checkType(String(metadata?.['mimetype']), limits.types)
  if (Number(metadata?.['size']) > (limits.size ?? Infinity))
    throw createStorageError('EntityTooLarge')
}

/** Returns the limits of a bucket without checking the caller's rights; undefined when the bucket does not exist. */
async function findLimits(call: StorageCall, bucket: string) {
  const { sql } = call.storage
  const [found] = await runInQueue(
    call,
    () => sql<{ size: number | null; types: string[] | null }[]>`
    select file_size_limit::float8 as size, allowed_mime_types as types
    from storage.buckets where id = ${bucket}`,
  )
  return found
}

async function receive(call: StorageCall, limit: number, types: string[] | null): Promise<Upload> {
  const { headers } = call.wire
  const mimetype = headers['content-type'] ?? 'application/octet-stream'
  if (mimetype.startsWith('multipart/form-data')) return receiveForm(call, mimetype, limit)
  checkType(mimetype, types)
  const draft = await call.storage.files.receive(getBody(call, limit, 'EntityTooLarge'))
  const given = headers['x-metadata']
  const metadata = given === undefined ? undefined : Buffer.from(given, 'base64')
  return { draft, mimetype, cacheControl: headers['cache-control'], metadata }
}

/** Maximum bytes of a form without its file, and of one field. */
const [formRoom, fieldSize] = [1024 * 1024, 64 * 1024]

/**
 * Receives the file and the fields of a multipart/form-data body.
 * @param fileSize maximum bytes of the file
 * @throws ApiError InvalidRequest for a body that is not a form or has no file, EntityTooLarge
 */
async function receiveForm(
  call: StorageCall,
  contentType: string,
  fileSize: number,
): Promise<Upload> {
  const fields = new Map<string, string>()
  let found:
    | { body: BusboyFileStream; draft: Promise<ReceivedContent>; mimetype: string }
    | undefined
  try {
    const limits = { files: 1, fields: 10, fieldSize, fileSize }
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits })
    parser.on('field', (name, value, _, isCut) => {
      if (isCut) parser.destroy(createStorageError('EntityTooLarge', 'A field exceeded 64 kB'))
      fields.set(name, value)
    })
    parser.on('file', (_, body, __, ___, mimetype) => {
      // The code that reads the stream gets the error as well; without this listener it would end the process.
      body.on('error', () => undefined)
      body.once('limit', () => parser.destroy(createStorageError('EntityTooLarge')))
      const draft = call.storage.files.receive(body)
      // A failure to store the file, such as a full disk, ends the parsing as well.
      draft.catch((error: unknown) => parser.destroy(error instanceof Error ? error : undefined))
      found = { body, draft, mimetype }
    })
    await pipeline(getBody(call, fileSize + formRoom, 'EntityTooLarge'), parser)
    if (found === undefined) throw new Error('There is no file')
  } catch (error) {
    found?.body.destroy(new Error('The form broke off'))
    const [outcome] = await Promise.allSettled([found?.draft])
    if (outcome.status === 'fulfilled') await outcome.value?.discard()
    // The parser's own errors have no code, unlike those of the operating system and of the connection.
    const isOfForm = error instanceof Error && !(error instanceof ApiError) && !('code' in error)
    throw isOfForm ? createStorageError('InvalidRequest', 'No content provided') : error
  }
  const seconds = fields.get('cacheControl')
  const metadata = fields.get('metadata') ?? fields.get('userMetadata')
  return {
    draft: await found.draft,
    mimetype: fields.get('contentType') ?? found.mimetype,
    cacheControl: seconds === undefined ? undefined : `max-age=${seconds}`,
    metadata: metadata === undefined ? undefined : Buffer.from(metadata),
  }
}

/** Parses the metadata that a client sends with its file. @throws ApiError InvalidRequest when it is not a JSON object */
function readMetadata(bytes: Uint8Array): object {
  const read = readJson(bytes, jsonRules)
  if (typeof read === 'string' || !isObject(read.value))
    throw createStorageError('InvalidRequest', 'The metadata is not a JSON object')
  return read.value
}

/** Checks the media type of an upload. @throws ApiError InvalidMimeType when it is invalid, or the bucket does not accept it */
function checkType(mimetype: string, allowed: string[] | null): void {
  const [essence = ''] = mimetype.split(';', 1)
  const isOne = isHeaderText(mimetype) && /^[\w.+-]+\/[\w.+-]+$/.test(essence.trim())
  const ways = [mimetype, essence.trim(), `${essence.split('/', 1)[0]}/*`, '*/*']
  if (isOne && (allowed === null || ways.some((way) => allowed.includes(way)))) return
  throw createStorageError(
    'InvalidMimeType',
    `mime type ${mimetype.slice(0, 100)} is not supported`,
  )
}
