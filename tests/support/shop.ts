import type { BackendOptions } from '../../packages/embedded-supabase/src/api/backend.ts'
import {
  createTestBackend,
  type TestBackend,
} from '../../packages/embedded-supabase/tests/support/backend.ts'
import { authProject } from '../../server/auth-project.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'

export type { TestUser } from '../../packages/embedded-supabase/tests/support/backend.ts'

export interface TestShop extends TestBackend {
  database: TestDatabase
}

/**
 * Creates the shop's backend, with the shop's settings, on a new database with schema and seed. Call `stop` in
 * `afterAll`.
 */
export async function createTestShop(overrides: Partial<BackendOptions> = {}): Promise<TestShop> {
  const database = await startTestDatabase()
  const backend = await createTestBackend({ ...authProject, ...overrides }, database)
  return { ...backend, database }
}
