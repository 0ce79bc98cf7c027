import { serveStorage } from '../../packages/embedded-supabase/tests/storage/storage-backend.ts'
import { createTestShop } from './shop.ts'

/** The shop's backend with a store of files, in this process and by HTTP. Call `stop` in `afterAll`. */
export function startStorageShop() {
  return serveStorage(createTestShop)
}
