import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { BackendOptions } from '../../src/api/backend.ts'
import { type FileStore, openFileStore } from '../../src/storage/file-store.ts'
import { sendApiResponse } from '../../src/http/api-response.ts'
import { RequestTurns } from '../../src/http/request-turns.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'

interface StorageParts {
  files: FileStore
  /** Returns the names of the files in the folder of the store. */
  onDisk: () => Promise<string[]>
  /**
   * Sends an HTTP request to the storage service. `key` is an API key or an access token, by default the secret key;
   * null sends none.
   */
  ask: (path: string, init?: RequestInit, key?: string | null) => Promise<Response>
  url: string
  /** A storage client with the secret key. */
  storage: SupabaseClient['storage']
  /** Creates a new bucket with the secret key. */
  aBucket: (options?: Partial<BucketOptions>) => Promise<string>
}

interface BucketOptions {
  public: boolean
  fileSizeLimit: number | string
  allowedMimeTypes: string[]
}

export type StorageBackend<T extends TestBackend = TestBackend> = T & StorageParts

/**
 * Starts a backend with a store for files, which tests can call in this process and over HTTP. Call `stop` in
 * `afterAll`.
 */
export function startStorageBackend(
  wrap?: (files: FileStore) => FileStore,
  options?: Partial<BackendOptions>,
): Promise<StorageBackend> {
  return serveStorage(createTestBackend, wrap, options)
}

/**
 * Starts a backend like `startStorageBackend`, but creates it with `create`, for example as the backend of the whole
 * shop.
 */
export async function serveStorage<T extends TestBackend>(
  create: (options: Partial<BackendOptions>) => Promise<T>,
  wrap: (files: FileStore) => FileStore = (files) => files,
  options: Partial<BackendOptions> = {},
): Promise<StorageBackend<T>> {
  const folder = await mkdtemp(join(tmpdir(), 'storage-'))
  const files = wrap(openFileStore(folder))
  const backend = await create({ files, fileSizeLimit: 20_000_000, ...options })
  const server = await serve(backend)
  const url = `http://127.0.0.1:${portOf(server)}/storage/v1`
  let buckets = 0

  const parts: StorageParts & Pick<TestBackend, 'stop'> = {
    files,
    url,
    storage: backend.secret.storage,
    onDisk: () => readdir(folder),
    ask: (path, init = {}, key = backend.keys.secret) => {
      const headers = new Headers(init.headers)
      if (key !== null) headers.set('authorization', `Bearer ${key}`)
      return fetch(url + path, { ...init, headers })
    },
    aBucket: async (options = {}) => {
      const name = `bucket-${(buckets += 1)}`
      const { error } = await backend.secret.storage.createBucket(name, {
        public: false,
        ...options,
      })
      if (error) throw error
      return name
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await backend.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return { ...backend, ...parts }
}

async function serve(backend: TestBackend): Promise<Server> {
  const turns = new RequestTurns()
  const server = createServer((request, response) => {
    const [pathname = '', query = ''] = (request.url ?? '').split('?')
    const asked = { pathname, query, clientAddress: '127.0.0.1' }
    sendApiResponse(backend.backend, request, response, asked, turns).catch(() =>
      response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}
