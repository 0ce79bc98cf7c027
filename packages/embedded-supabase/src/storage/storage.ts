import { toLogFields } from '../database/errors.ts'
import { FairQueue } from '../queue/fair-queue.ts'
import type { WireHandler, WireRequest, WireResponse } from '../core/wire.ts'
import * as buckets from './buckets.ts'
import { type StorageCall, getCaller, type StorageContext, type StorageOptions } from './call.ts'
import * as changes from './changes.ts'
import { toApiError, createErrorResponse, createStorageError } from './errors.ts'
import { listObjects, listObjectsPage } from './list.ts'
import { readBucketName, readObjectName } from './object-name.ts'
import {
  serveObjectInfo,
  createPublicReadHandler,
  serveObject,
  serveTransformedImage,
  createSignedReadHandler,
} from './read.ts'
import { createUrlSigner } from './signed-urls.ts'
import { createImageTransformer } from './transform.ts'

type Handle = (call: StorageCall) => Promise<WireResponse>

/**
 * Routes of the API. `open` ones also serve requests without a key or token: public and signed URLs. The first match handles the
 * request.
 */
const routes: [method: string, path: string, handle: Handle, open?: 'open'][] = [
  ['GET', 'bucket/?', buckets.listBuckets],
  ['POST', 'bucket/?', buckets.createBucket],
  ['GET', 'bucket/:bucket', buckets.findBucket],
  ['PUT', 'bucket/:bucket', buckets.updateBucket],
  ['DELETE', 'bucket/:bucket', buckets.deleteBucket],
  ['POST', 'bucket/:bucket/empty', buckets.emptyBucket],
  ['POST', 'object/list/:bucket', listObjects],
  ['POST', 'object/list-v2/:bucket', listObjectsPage],
  ['POST', 'object/copy', changes.copyObject],
  ['POST', 'object/move', changes.moveObject],
  ['POST', 'object/sign/:bucket', changes.signObjectUrls],
  ['GET', 'object/sign/:object', createSignedReadHandler('download'), 'open'],
  ['POST', 'object/sign/:object', changes.signObjectUrl],
  ['POST', 'object/upload/sign/:object', changes.signUploadUrl],
  ['PUT', 'object/upload/sign/:object', changes.uploadToSignedUrl, 'open'],
  ['GET', 'object/info/(?:public/|authenticated/)?:object', serveObjectInfo, 'open'],
  ['GET', 'object/public/:object', createPublicReadHandler(serveObject), 'open'],
  ['GET', 'object/authenticated/:object', serveObject],
  ['DELETE', 'object/:bucket', changes.removeObjects],
  ['GET', 'object/:object', serveObject, 'open'],
  ['POST', 'object/:object', changes.createUploadHandler()],
  ['PUT', 'object/:object', changes.createUploadHandler('always')],
  ['DELETE', 'object/:object', changes.removeObject],
  ['GET', 'render/image/public/:object', createPublicReadHandler(serveTransformedImage), 'open'],
  ['GET', 'render/image/authenticated/:object', serveTransformedImage],
  ['GET', 'render/image/sign/:object', createSignedReadHandler('transform'), 'open'],
]
const patterns = [...Map.groupBy(routes, ([, path]) => path)].map(([path, methods]) => {
  const groups = path.replace(':bucket', '(?<bucket>[^/]+)').replace(':object', '(?<object>.*)')
  return { pattern: new RegExp(`^/${groups}$`), methods }
})
/** The response to `/status`, which needs no key. */
const healthy: WireResponse = { status: 200, headers: {}, body: null }
/** Paths of features that are not supported here and disabled in a new hosted project. */
const alwaysOff = /^\/(?:cdn|iceberg|vector|s3|upload\/resumable|bucket\/[^/]+\/lifecycle)(?:\/|$)/

/** Limits for visitors' database work, in addition to those of REST (`visitorsShare`), because both use the same connections. */
const turns = {
  slots: 2,
  staffSlots: 1,
  perAddress: 1,
  waitingPerAddress: 200,
  waitingInAll: 2000,
  timeoutMs: 10_000,
  allowance: { free: 5, full: 2000, rate: 0.25, longestPause: 4000 },
}

/**
 * Limits for receiving files. Queued uploads have not been read yet, and take no memory; chunks of running uploads take turns
 * (`getBody`). Of the five minutes that the server allows a request, the timeout leaves some for the upload itself.
 */
const uploads = {
  slots: 16,
  perAddress: 4,
  waitingPerAddress: 200,
  waitingInAll: 1000,
  timeoutMs: 200_000,
}

/** Serves the storage API under /storage/v1. Row level security on its two tables decides about every request. */
export function createStorage(options: StorageOptions): WireHandler {
  const { keys, clock, log, fileSizeLimit = 52_428_800 } = options
  const storage: StorageContext = {
    ...options,
    signer: createUrlSigner(keys, clock),
    fileSizeLimit,
    turns: new FairQueue({ ...turns, ...options.queues?.storage }),
    starts: new FairQueue({ ...uploads, slots: 1 }),
    uploads: new FairQueue(uploads),
    transform: options.transformsPictures === true ? createImageTransformer() : null,
  }

  return async (wire) => {
    const path = wire.path.slice('/storage/v1'.length)
    try {
      if (path === '/status' && /^(?:GET|HEAD)$/.test(wire.method)) return healthy
      const isOff = storage.transform === null && path.startsWith('/render/image/')
      if (isOff || alwaysOff.test(path)) throw createStorageError('FeatureNotEnabled')
      const { handle, isOpen, named } = routeOf(wire, path)
      const asker = getCaller(wire, keys, clock())
      if (!asker.isKnown && !isOpen) throw createStorageError('AccessDenied', 'Invalid Compact JWS')
      const { bucket = '', object } = named
      const place =
        object === undefined
          ? { bucket: bucket && readBucketName(bucket), name: '' }
          : readObjectName(object)
      return await handle({ ...asker, ...place, storage, wire })
    } catch (error) {
      const shown = wire.isAborted?.() === true ? createStorageError('Aborted') : toApiError(error)
      if (shown.status >= 500)
        log.error({ ...toLogFields(error), path }, 'storage: could not answer')
      return createErrorResponse(shown)
    }
  }
}

function routeOf({ method }: WireRequest, path: string) {
  for (const { pattern, methods } of patterns) {
    const match = pattern.exec(path)
    if (match === null) continue
    const found = methods.find(([each]) => each === (method === 'HEAD' ? 'GET' : method))
    const allow = methods.map(([each]) => (each === 'GET' ? 'GET, HEAD' : each)).join(', ')
    if (found === undefined) throw createStorageError('MethodNotAllowed', undefined, { allow })
    const [, , handle, open] = found
    return { handle, isOpen: open === 'open', named: match.groups ?? {} }
  }
  throw createStorageError('RouteNotFound')
}
