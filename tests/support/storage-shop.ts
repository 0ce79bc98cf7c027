import { serveStorage } from '../../packages/embedded-supabase/tests/storage/storage-backend.ts'
import { createTestShop } from './shop.ts'

/**
 * Starts the shop's backend with a store for files, which tests can call in this process and over HTTP. Call `stop` in
 * `afterAll`.
 */
export function startStorageShop() {
  return serveStorage(createTestShop)
}
