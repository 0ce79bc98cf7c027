import { openAsBlob } from 'node:fs'
import { S3mini, S3ServiceError } from 's3mini'
import type { ByteRange } from './byte-range.ts'
import {
  type FileStore,
  versionPattern,
  listOld,
  openFileStore,
  receiveIntoFolder,
} from './file-store.ts'

/** Settings of an S3 service that stores contents under their versions. */
export interface S3Settings {
  /** URL of the service, with the bucket as the first part of its path. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const pageSize = 1000

/** Opens the store of contents: an S3 service if one is configured, else a folder. */
export function openContentStore({
  folder,
  s3,
}: {
  folder: string
  s3: S3Settings | null
}): FileStore {
  return s3 === null ? openFileStore(folder) : openS3Store(s3, folder)
}

/** Checks that a response is from S3, which always sends an ETag. A proxy's HTML page has none, although its status may be 200. */
function fromService(answer: Response): Response {
  if (answer.headers.has('etag')) return answer
  throw new Error(`Something in between answered for the S3 service: HTTP ${answer.status}`)
}

/** Opens a store in an S3 service. Received files are written to a local folder first, because their hash becomes their name. */
function openS3Store(settings: S3Settings, drafts: string): FileStore {
  const s3 = new S3mini(settings)

  async function* objects() {
    let token: string | undefined
    do {
      const page = await s3.listObjectsPaged('/', '', pageSize, token)
      yield* page?.objects ?? []
      token = page?.nextContinuationToken
    } while (token !== undefined)
  }

  async function get(version: string, range: ByteRange | undefined): Promise<Response | null> {
    if (!versionPattern.test(version)) return null
    try {
      const answer =
        range === undefined
          ? await s3.getObjectRaw(version)
          : await s3.getObjectRaw(version, false, range.first, range.last + 1)
      return fromService(answer)
    } catch (error) {
      const isMissing = error instanceof S3ServiceError && error.serviceCode === 'NoSuchKey'
      if (isMissing) return null
      throw error
    }
  }

  return {
    async receive(body) {
      const file = await receiveIntoFolder(drafts, body)
      return {
        ...file,
        keep: async () => {
          // A blob of a file is read while it is sent, so the file is not loaded into memory.
          fromService(await s3.putObject(file.version, await openAsBlob(file.path)))
        },
      }
    },
    async open(version, range) {
      const answer = await get(version, range)
      if (answer === null || answer.body === null) return null
      const whole = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]
      return {
        size: Number(whole ?? answer.headers.get('content-length')),
        body: answer.body,
      }
    },
    async touch(version) {
      if ((await s3.objectExists(version)) !== true) return false
      await s3.copyObject(version, version, { metadataDirective: 'REPLACE' })
      return true
    },
    async *list(before) {
      yield* listOld(drafts, before)
      for await (const { Key, LastModified } of objects())
        if (new Date(LastModified).getTime() < before) yield Key
    },
    async remove(version, before) {
      for (const { LastModified } of (await s3.listObjects('/', version)) ?? [])
        if (new Date(LastModified).getTime() < before) await s3.deleteObject(version)
    },
  }
}
