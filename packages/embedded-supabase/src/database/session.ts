import { pipeline } from 'node:stream/promises'
import { Client, escapeIdentifier } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { ByteChunks } from '../core/disk.ts'
import { createTypeParsers, withConnectionOptions } from './connect.ts'
import { openConnection } from './connection.ts'
import type { DatabaseConnection } from './embedded.ts'
import { DatabaseUnreachableError } from './errors.ts'
import { connectTimeout } from './pool.ts'
import { createConnectionQueryable } from './sql.ts'

/** A connection of the database's owner for long work: statements have no timeout, and COPY is supported. */
export type Session = Awaited<ReturnType<typeof openSession>>

/** Opens a connection for long work. @throws DatabaseUnreachableError */
export async function openSession(target: DatabaseConnection | URL) {
  const client = new Client({
    ...withConnectionOptions(target, '-c statement_timeout=0'),
    types: createTypeParsers(),
    // COPY does not work with pipelining.
    pipeline: false,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // Callers notice the loss because their statements fail; without this listener the event would end the process.
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    throw new DatabaseUnreachableError(error)
  })
  return {
    sql: createConnectionQueryable(openConnection(client, () => undefined)),
    copyOut: (statement: string) => {
      const query = client.query(copyTo(statement))
      const text: AsyncIterable<Buffer> = query
      return {
        text,
        /** Returns the number of rows; must be called after the last row was read. */
        count: async (): Promise<number> => {
          // The row count arrives after the rows, before the result of the next statement, so this waits for one.
          await client.query('select 1')
          return query.rowCount
        },
      }
    },
    /** Writes rows by COPY, and returns their number. @throws DatabaseError, or an error of `rows` */
    copyIn: async (statement: string, rows: ByteChunks): Promise<number> => {
      const query = client.query(copyFrom(statement))
      await pipeline(rows, query)
      return query.rowCount
    },
    close: () => client.end(),
  }
}

export function quoteTable({ schema, name }: { schema: string; name: string }): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
}

export function quoteColumns(columns: readonly string[]): string {
  return columns.map((column) => escapeIdentifier(column)).join(', ')
}
