import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../../packages/embedded-supabase/src/database/connect.ts'
import {
  type DatabaseConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/embedded-supabase/src/database/embedded.ts'
import { prepareDatabase } from '../../packages/embedded-supabase/src/database/prepare.ts'
import type { Logger } from '../../packages/embedded-supabase/src/core/wire.ts'
import { buildSeed } from '../../commands/build-seed.ts'
import { findProject } from '../../supabase/project.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The template that is copied for each test database. */
    templateDatabase: DatabaseConnection
    /** The folder in which tests create files. It is deleted at the end of the test run. */
    scratchFolder: string
  }
}

const project = fileURLToPath(new URL('../../supabase', import.meta.url))

const problemsOnly: Logger = {
  info: () => undefined,
  warn: (details, message) => console.warn(message, details),
  error: (details, message) => console.error(message, details),
}

/**
 * Starts one PostgreSQL server per test run, or uses the one of TEST_DATABASE_URL, and creates a template database with
 * the schema and the seed.
 */
export async function setup(run: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-tests-'))
  // When the tests run as root, PostgreSQL runs under another account, which must be able to enter this folder.
  await chmod(dataDir, 0o755)
  const postgres =
    givenServer(process.env['TEST_DATABASE_URL']) ??
    (await startEmbeddedPostgres({ dataDir, log: problemsOnly }))
  const connection = { ...postgres.connection, database: 'shop_template' }
  const tearDown = async (): Promise<void> => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await createTemplate(postgres.connection, connection)
  } catch (error) {
    await tearDown()
    throw error
  }
  run.provide('templateDatabase', connection)
  run.provide('scratchFolder', dataDir)
  return tearDown
}

/**
 * Returns the server of TEST_DATABASE_URL, or null when it is not set. Its user must be a superuser, because the
 * databases of the tests are created there.
 */
function givenServer(address?: string): Pick<EmbeddedPostgres, 'connection' | 'stop'> | null {
  if (address === undefined) return null
  const { hostname: host, port, pathname, username, password } = new URL(address)
  return {
    connection: { host, port: Number(port), database: pathname.slice(1), username, password },
    stop: async () => undefined,
  }
}

async function createTemplate(
  maintenance: DatabaseConnection,
  template: DatabaseConnection,
): Promise<void> {
  const server = connectDatabase(maintenance)
  // The data of tests need not survive a power cut, and waiting for the disk would take most of their time.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await server.sql.unsafe(`alter system set ${setting} = off`)
  await server.sql.unsafe('select pg_reload_conf()')
  await server.sql.unsafe(`drop database if exists ${template.database}`)
  await server.sql.unsafe(`create database ${template.database}`)
  await server.close()
  const database = connectDatabase(template)
  buildSeed()
  try {
    await prepareDatabase(database.sql, findProject(project), problemsOnly)
  } finally {
    await database.close()
  }
}
