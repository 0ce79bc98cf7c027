import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { createJsonResponse, type WireResponse } from '../core/wire.ts'
import {
  type StorageCall,
  ownerSchema,
  getOwner,
  getQueryParams,
  readJsonBody,
  queryRows,
} from './call.ts'
import { createStorageError } from './errors.ts'
import { checkBucketName, checkObjectName } from './object-name.ts'
import { insertObjectSql, timeColumnsSql, upsertObjectSql } from './objects.ts'
import { findVisibleObject } from './read.ts'
import { transformSchema } from './transform.ts'
import { checkBucketLimits, handleUpload } from './upload.ts'

/** Seconds for which a signed URL is valid, ten years at most. */
const lifetime = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(315_360_000))
const names = v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1000))
const bucketName = v.pipe(v.string(), v.transform(checkBucketName))
const objectName = v.pipe(v.string(), v.transform(checkObjectName))
const placesBody = v.object({
  bucketId: bucketName,
  sourceKey: objectName,
  destinationBucket: v.nullish(bucketName),
  destinationKey: objectName,
})

const isUpsert = ({ wire }: StorageCall) => wire.headers['x-upsert'] === 'true'

export async function copyObject(call: StorageCall): Promise<WireResponse> {
  const { bucketId, sourceKey, ...to } = await readJsonBody(call, placesBody)
  const [bucket_id, name] = [to.destinationBucket ?? bucketId, to.destinationKey]
  const source = await findVisibleObject({ ...call, bucket: bucketId, name: sourceKey })
  const { version, metadata, user_metadata } = source
  if (bucket_id !== bucketId) await checkBucketLimits(call, bucket_id, metadata)
  // Marks the content as recently used, so that it is not collected as an orphan, even if the source is deleted now.
  if (version === null || !(await call.storage.files.touch(version)))
    throw createStorageError('NoSuchKey')
  const place = { name, bucket_id, version, metadata }
  const row = { ...place, id: randomUUID(), ...getOwner(call), user_metadata }
  const text = isUpsert(call) ? upsertObjectSql : insertObjectSql
  const [stored] = await queryRows<{ id: string }>(call, text, [JSON.stringify(row)])
  return createJsonResponse(200, {
    Id: stored?.id,
    Key: `${bucket_id}/${name}`,
    id: stored?.id,
    ...place,
  })
}

const moveText = `
  update storage.objects set bucket_id = $3, name = $4, owner = coalesce($5, owner),
    owner_id = coalesce($6, owner_id), updated_at = now()
  where bucket_id = $1 and name = $2 returning id`

export async function moveObject(call: StorageCall): Promise<WireResponse> {
  const { bucketId, sourceKey, ...to } = await readJsonBody(call, placesBody)
  const { owner, owner_id } = getOwner(call)
  const bucket = to.destinationBucket ?? bucketId
  if (bucket !== bucketId) {
    const { metadata } = await findVisibleObject({ ...call, bucket: bucketId, name: sourceKey })
    await checkBucketLimits(call, bucket, metadata)
  }
  const places = [bucketId, sourceKey, bucket, to.destinationKey]
  const [moved] = await queryRows<{ id: string }>(call, moveText, [...places, owner, owner_id])
  if (moved === undefined) throw createStorageError('NoSuchKey')
  return createJsonResponse(200, {
    message: 'Successfully moved',
    Id: moved.id,
    Key: to.destinationKey,
  })
}

/** Parameters: $1 the bucket, $2 a JSON array of names. */
const named =
  'where bucket_id = $1 and name = any (array(select json_array_elements_text($2::json)))'
const removeText = `
  delete from storage.objects ${named}
  returning id, name, bucket_id, owner, owner_id, version, metadata, user_metadata, ${timeColumnsSql}`

export async function removeObjects(call: StorageCall): Promise<WireResponse> {
  const { prefixes } = await readJsonBody(call, v.object({ prefixes: names }))
  return createJsonResponse(
    200,
    await queryRows(call, removeText, [call.bucket, JSON.stringify(prefixes)]),
  )
}

export async function removeObject(call: StorageCall): Promise<WireResponse> {
  const removed = await queryRows(call, removeText, [call.bucket, JSON.stringify([call.name])])
  if (removed.length === 0) throw createStorageError('NoSuchKey')
  return createJsonResponse(200, { message: 'Successfully deleted' })
}

const signBody = v.object({ expiresIn: lifetime, transform: v.optional(transformSchema) })

export async function signObjectUrl(call: StorageCall): Promise<WireResponse> {
  const { signer, transform: isOn } = call.storage
  const { expiresIn, transform } = await readJsonBody(call, signBody)
  await findVisibleObject(call)
  const path = `${call.bucket}/${call.name}`
  const isPicture = transform !== undefined && isOn !== null
  const grant = isPicture ? ({ scope: 'transform', transform } as const) : downloading
  const token = signer.sign(path, grant, expiresIn)
  const way = isPicture ? 'render/image' : 'object'
  return createJsonResponse(200, { signedURL: `/${way}/sign/${path}?token=${token}` })
}

const downloading = { scope: 'download' } as const
const hidden = 'Either the object does not exist or you do not have access to it'
const findNamesText = `select name from storage.objects ${named}`

export async function signObjectUrls(call: StorageCall): Promise<WireResponse> {
  const body = v.object({ expiresIn: lifetime, paths: names })
  const { paths, expiresIn } = await readJsonBody(call, body)
  const values = [call.bucket, JSON.stringify(paths)]
  const rows = await queryRows<{ name: string }>(call, findNamesText, values)
  const seen = new Set(rows.map(({ name }) => name))
  const signed = paths.map((path) => {
    if (!seen.has(path)) return { error: hidden, path, signedURL: null }
    const object = `${call.bucket}/${path}`
    const token = call.storage.signer.sign(object, downloading, expiresIn)
    return { error: null, path, signedURL: `/object/sign/${object}?token=${token}` }
  })
  return createJsonResponse(200, signed)
}

/** Seconds for which a signed upload URL is valid, as on hosted Supabase. */
const uploadLifetime = 7200

export async function signUploadUrl(call: StorageCall): Promise<WireResponse> {
  const [upsert, owner] = [isUpsert(call), getOwner(call)]
  const { bucket: bucket_id, name } = call
  const row = { id: randomUUID(), bucket_id, name, ...owner, version: '1', metadata: {} }
  await queryRows(call, upsert ? upsertObjectSql : insertObjectSql, [JSON.stringify(row)], true)
  const path = `${bucket_id}/${name}`
  const token = call.storage.signer.sign(path, { scope: 'upload', upsert, owner }, uploadLifetime)
  return createJsonResponse(200, { url: `/object/upload/sign/${path}?token=${token}`, token })
}

const uploadGrant = v.object({
  scope: v.literal('upload'),
  upsert: v.boolean(),
  owner: ownerSchema,
})
/**
 * The caller of an upload by signed URL. It needs no rights of its own, because the signer's right to upload was checked at
 * signing.
 */
const service = { role: 'service_role', claims: { role: 'service_role' } } as const

export async function uploadToSignedUrl(call: StorageCall): Promise<WireResponse> {
  const { token = '' } = getQueryParams(call)
  const path = `${call.bucket}/${call.name}`
  const granted = call.storage.signer.verify(token, path, uploadGrant)
  return handleUpload({ ...call, caller: service }, granted.upsert, granted.owner)
}

/** Creates the handler of an upload; with `always` it overwrites an existing file. */
export const createUploadHandler = (when?: 'always') => (call: StorageCall) =>
  handleUpload(call, when === 'always' || isUpsert(call), getOwner(call))
