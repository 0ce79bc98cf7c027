import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import {
  connectDatabase,
  type Database,
} from '../../packages/embedded-supabase/src/database/connect.ts'
import type { DatabaseConnection } from '../../packages/embedded-supabase/src/database/embedded.ts'

/** A database of a test file with schema and seed, on the PostgreSQL server of the test run. */
export interface TestDatabase extends Database {
  connection: DatabaseConnection
  /** Creates another database from the same template. */
  createFreshDatabase: () => Promise<TestDatabase>
  /** Closes the pools and drops the database. */
  stop: () => Promise<void>
}

/** Creates a database as a copy of the template's files. Call `stop` in `afterAll`. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const template = inject('templateDatabase')
  const connection = { ...template, database: `test_${randomBytes(6).toString('hex')}` }
  await maintain(
    template,
    `create database ${connection.database} template ${template.database} strategy file_copy`,
  )
  const database = connectDatabase(connection)
  return {
    ...database,
    connection,
    createFreshDatabase: startTestDatabase,
    stop: async () => {
      await database.close()
      await maintain(template, `drop database ${connection.database} with (force)`)
    },
  }
}

/** Creates an empty database. */
export async function createEmptyDatabase(): Promise<Omit<TestDatabase, 'createFreshDatabase'>> {
  const server = inject('templateDatabase')
  const connection = { ...server, database: `empty_${randomBytes(6).toString('hex')}` }
  await maintain(server, `create database ${connection.database} template template0`)
  const database = connectDatabase(connection)
  return {
    ...database,
    connection,
    stop: async () => {
      await database.close()
      await maintain(server, `drop database ${connection.database} with (force)`)
    },
  }
}

/** Returns the connection's URL, as DATABASE_URL expects it. */
export function getConnectionUrl({
  username,
  password,
  host,
  port,
  database,
}: DatabaseConnection): string {
  return `postgres://${username}:${encodeURIComponent(password)}@${host}:${port}/${database}`
}

async function maintain(template: DatabaseConnection, statement: string): Promise<void> {
  const server = connectDatabase({ ...template, database: 'postgres' }, { owner: 1, rest: 1 })
  await server.sql.unsafe(statement)
  await server.close()
}
