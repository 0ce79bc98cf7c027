import type { ConnectionPool } from '../database/pool.ts'
import { forLog } from '../database/errors.ts'
import type { ServiceOptions } from '../service-options.ts'
import type { WireHandler } from '../wire.ts'
import { createBuckets } from './buckets.ts'
import { callOf, createAsCaller } from './caller.ts'
import { asApiError, errorAnswer, fault } from './errors.ts'
import type { FileStore } from './file-store.ts'
import { createObjects } from './object-calls.ts'
import { bucketRoutes, listRoutes, objectRoutes, offRoutes, type Route } from './routes.ts'
import { createUrlSigner } from './signed-urls.ts'
import { createUploads } from './upload.ts'

export interface StorageOptions extends ServiceOptions {
  sessions: ConnectionPool
  files: FileStore
  /** Bytes of the largest file that any bucket takes. */
  fileSizeLimit?: number | undefined
}

/** As on a new hosted project: 50 MiB. */
const usualFileSizeLimit = 52_428_800

/** The storage's protocol under /storage/v1: row level security on its two tables judges every call. */
export function createStorage(options: StorageOptions): WireHandler {
  const { keys, clock, log } = options
  const routes = createRoutes(options)

  return async (wire) => {
    const path = wire.path.slice('/storage/v1'.length)
    try {
      const route = routes.find((each) => each.path.test(path))
      if (route === undefined) throw fault('RouteNotFound')
      const method = wire.method === 'HEAD' ? 'GET' : wire.method
      const handle = route.methods[method]
      const allow = Object.keys(route.methods).join(', ').replace('GET', 'GET, HEAD')
      if (handle === undefined) throw fault('MethodNotAllowed', undefined, { allow })
      const call = callOf(wire, keys, clock())
      if (!call.isKnown && route.open?.includes(method) !== true)
        throw fault('AccessDenied', 'Invalid Compact JWS')
      return await handle(call, route.path.exec(path)?.[1] ?? '')
    } catch (error) {
      const shown = wire.isGone?.() === true ? fault('Aborted') : asApiError(error)
      if (shown.status >= 500) log.error({ ...forLog(error), path }, 'storage: could not answer')
      return errorAnswer(shown)
    }
  }
}

function createRoutes(options: StorageOptions): Route[] {
  const { sql, sessions, files, keys, clock, log, fileSizeLimit = usualFileSizeLimit } = options
  const db = createAsCaller(sessions)
  const signer = createUrlSigner(keys, clock)
  const upload = createUploads({ sql, db, files, clock, largest: fileSizeLimit })
  return [
    ...bucketRoutes(createBuckets(db, fileSizeLimit)),
    ...offRoutes,
    ...listRoutes(db),
    ...objectRoutes(createObjects({ sql, db, files, signer, upload, log })),
  ]
}
