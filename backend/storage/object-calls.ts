import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Sql } from '../database/sql.ts'
import type { Logger, WireResponse } from '../wire.ts'
import { type AsCaller, type Call, ownerOf } from './caller.ts'
import { answerContent, infoOf, type Manner } from './content.ts'
import { fault } from './errors.ts'
import type { FileStore } from './file-store.ts'
import { checkBucketName, checkObjectName, type ObjectName } from './object-name.ts'
import { findAnyObject, type ObjectRow, statements, valuesOf } from './objects.ts'
import type { UrlSigner } from './signed-urls.ts'
import type { TakeUpload } from './upload.ts'

/** s; ten years are as good as for ever. */
const lifetime = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(315_360_000))
const mostNames = 1000
const names = v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(mostNames))

export const signBody = v.object({ expiresIn: lifetime })
export const signManyBody = v.object({ expiresIn: lifetime, paths: names })
export const namesBody = v.object({ prefixes: names })
export const placesBody = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationBucket: v.nullish(v.string()),
  destinationKey: v.string(),
})

interface Needs {
  sql: Sql
  db: AsCaller
  files: FileStore
  signer: UrlSigner
  upload: TakeUpload
  log: Logger
}

const isUpsert = ({ wire }: Call) => wire.headers['x-upsert'] === 'true'
const pathOf = ({ bucket, name }: ObjectName) => `${bucket}/${name}`
const tokenOf = ({ wire }: Call) => new URLSearchParams(wire.query).get('token') ?? ''

/** The calls on objects, each by what its path and body name. */
export function createObjects(needs: Needs) {
  return {
    ...createReads(needs),
    ...createUploadCalls(needs),
    ...createSigns(needs),
    ...createChanges(needs),
  }
}

/** @throws ApiError NoSuchKey */
async function findAs(db: AsCaller, call: Call, { bucket, name }: ObjectName): Promise<ObjectRow> {
  const [row] = await db.rows<ObjectRow>(call, statements.find, [bucket, name])
  if (row === undefined) throw fault('NoSuchKey')
  return row
}

function createReads({ sql, db, files, signer, log }: Needs) {
  /** What anybody may read of a public bucket, and of the others who may see the row. */
  async function findFor(call: Call, object: ObjectName) {
    const found = await findAnyObject(sql, object)
    if (found === null || !(found.isPublic || call.isKnown)) throw fault('NoSuchBucket')
    const { isPublic } = found
    const row = isPublic ? found.row : await findAs(db, call, object)
    if (row === null) throw fault('NoSuchKey')
    return { row, isPublic }
  }

  async function send({ wire }: Call, row: ObjectRow, manner: Manner): Promise<WireResponse> {
    const answer = await answerContent(wire, row, files, manner)
    if (answer !== null) return answer
    const { bucket_id: bucket, name, version } = row
    log.error({ bucket, name, version }, 'storage: the content of a file is missing')
    throw fault('NoSuchKey')
  }

  async function read(call: Call, object: ObjectName): Promise<WireResponse> {
    const { row, isPublic } = await findFor(call, object)
    return send(call, row, { isPublic })
  }

  return {
    read,
    readPublic: (call: Call, object: ObjectName) => read({ ...call, isKnown: false }, object),
    readSigned: async (call: Call, object: ObjectName) => {
      const { exp } = signer.verify(tokenOf(call), pathOf(object), 'download')
      const found = await findAnyObject(sql, object)
      if (found === null || found.row === null) throw fault('NoSuchKey')
      return send(call, found.row, { isPublic: false, expires: exp * 1000 })
    },
    info: async (call: Call, object: ObjectName) => infoOf((await findFor(call, object)).row),
  }
}

/** As whom the bearer of a signed address puts its file: whoever signed it was asked whether he may. */
const service = { role: 'service_role', claims: { role: 'service_role' } } as const
/** s; as on the hosted service. */
const uploadLifetime = 7200
const hidden = 'Either the object does not exist or you do not have access to it'

function createUploadCalls({ signer, upload }: Needs) {
  return {
    put: (call: Call, object: ObjectName, isUpdate: boolean) =>
      upload(call, object, { isUpsert: isUpdate || isUpsert(call), owner: ownerOf(call) }),
    putSigned: (call: Call, object: ObjectName) => {
      const { upsert, owner } = signer.verify(tokenOf(call), pathOf(object), 'upload')
      return upload({ ...call, caller: service }, object, { isUpsert: upsert, owner })
    },
  }
}

function createSigns({ db, signer }: Needs) {
  return {
    sign: async (call: Call, object: ObjectName, { expiresIn }: v.InferOutput<typeof signBody>) => {
      await findAs(db, call, object)
      const path = pathOf(object)
      const token = signer.sign(path, { scope: 'download' }, expiresIn)
      return { signedURL: `/object/sign/${path}?token=${token}` }
    },
    signMany: async (
      call: Call,
      bucket: string,
      { paths, expiresIn }: v.InferOutput<typeof signManyBody>,
    ) => {
      const values = [bucket, JSON.stringify(paths)]
      const rows = await db.rows<{ name: string }>(call, statements.findNames, values)
      const seen = new Set(rows.map(({ name }) => name))
      return paths.map((path) => {
        if (!seen.has(path)) return { error: hidden, path, signedURL: null }
        const url = `${bucket}/${path}`
        const token = signer.sign(url, { scope: 'download' }, expiresIn)
        return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` }
      })
    },
    signUpload: async (call: Call, object: ObjectName) => {
      const upsert = isUpsert(call)
      const owner = ownerOf(call)
      const facts = { version: '1', metadata: {}, userMetadata: null }
      const row = { ...object, ...facts, id: randomUUID(), owner }
      await db.try(call, upsert ? statements.upsert : statements.insert, valuesOf(row))
      const path = pathOf(object)
      const token = signer.sign(path, { scope: 'upload', upsert, owner }, uploadLifetime)
      return { url: `/object/upload/sign/${path}?token=${token}`, token }
    },
  }
}

function createChanges({ db, files }: Needs) {
  return {
    move: async (call: Call, body: v.InferOutput<typeof placesBody>) => {
      const { from, to } = readPlaces(body)
      const places = [from.bucket, from.name, to.bucket, to.name]
      const [moved] = await db.rows<{ id: string }>(call, statements.move, [
        ...places,
        ...ownerOf(call),
      ])
      if (moved === undefined) throw fault('NoSuchKey')
      return { message: 'Successfully moved', Id: moved.id, Key: to.name }
    },
    copy: async (call: Call, body: v.InferOutput<typeof placesBody>) => {
      const { from, to } = readPlaces(body)
      const source = await findAs(db, call, from)
      const { version, metadata, user_metadata: userMetadata } = source
      // From here on it is not collected, whatever becomes of the source.
      if (version === null || !(await files.touch(version))) throw fault('NoSuchKey')
      const facts = { version, metadata: metadata ?? {}, userMetadata }
      const row = { ...to, ...facts, id: randomUUID(), owner: ownerOf(call) }
      const text = isUpsert(call) ? statements.upsert : statements.insert
      const [{ id } = row] = await db.rows<{ id: string }>(call, text, valuesOf(row))
      return { Id: id, Key: pathOf(to), id, name: to.name, bucket_id: to.bucket, version, metadata }
    },
    remove: (call: Call, bucket: string, { prefixes }: v.InferOutput<typeof namesBody>) =>
      db.rows<object>(call, statements.remove, [bucket, JSON.stringify(prefixes)]),
    removeOne: async (call: Call, { bucket, name }: ObjectName) => {
      const removed = await db.rows(call, statements.remove, [bucket, JSON.stringify([name])])
      if (removed.length === 0) throw fault('NoSuchKey')
      return { message: 'Successfully deleted' }
    },
  }
}

export type ObjectCalls = ReturnType<typeof createObjects>

function readPlaces(body: v.InferOutput<typeof placesBody>): { from: ObjectName; to: ObjectName } {
  const { bucketId, sourceKey, destinationKey } = body
  const bucket = checkBucketName(bucketId)
  const target = checkBucketName(body.destinationBucket ?? bucketId)
  return {
    from: { bucket, name: checkObjectName(sourceKey) },
    to: { bucket: target, name: checkObjectName(destinationKey) },
  }
}
