import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../../src/database/connect.ts'
import { type DatabaseConnection, startEmbeddedPostgres } from '../../src/database/embedded.ts'
import { prepareServices } from '../../src/database/prepare.ts'

const log = {
  info: () => undefined,
  warn: report,
  error: report,
}

function report(details: object, message: string): void {
  process.stderr.write(`${message} ${JSON.stringify(details)}\n`)
}

/** Starts one PostgreSQL for all test files of the package. */
export async function setup(run: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-supabase-tests-'))
  // When the tests run as root, PostgreSQL runs under another account, which must be able to enter this folder.
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const tearDown = async (): Promise<void> => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const template = { ...postgres.connection, database: 'services_template' }
  try {
    await createTemplate(postgres.connection, template)
  } catch (error) {
    await tearDown()
    throw error
  }
  run.provide('servicesTemplate', template)
  return tearDown
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
  await server.sql.unsafe(`create database ${template.database}`)
  await server.close()
  const database = connectDatabase(template)
  try {
    await prepareServices(database.sql)
  } finally {
    await database.close()
  }
}
