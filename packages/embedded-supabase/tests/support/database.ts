import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '../../src/database/connect.ts'
import type { DatabaseConnection } from '../../src/database/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The template that is copied for each test database: it has only the tables of the services. */
    servicesTemplate: DatabaseConnection
  }
}

export interface TestDatabase extends Database {
  connection: DatabaseConnection
  /** Closes the pools and drops the database. */
  stop: () => Promise<void>
}

/** Creates a database with the tables of the services. Call `stop` in `afterAll`. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const template = inject('servicesTemplate')
  return createDatabase(template, `template ${template.database} strategy file_copy`)
}

/** Creates an empty database. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('servicesTemplate'), 'template template0')
}

async function createDatabase(server: DatabaseConnection, settings: string): Promise<TestDatabase> {
  const connection = { ...server, database: `test_${randomBytes(6).toString('hex')}` }
  await maintain(server, `create database ${connection.database} ${settings}`)
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
export function getDatabaseUrl({
  username,
  password,
  host,
  port,
  database,
}: DatabaseConnection): string {
  return `postgres://${username}:${encodeURIComponent(password)}@${host}:${port}/${database}`
}

async function maintain(server: DatabaseConnection, statement: string): Promise<void> {
  const { sql, close } = connectDatabase({ ...server, database: 'postgres' }, { owner: 1, rest: 1 })
  await sql.unsafe(statement)
  await close()
}
