import type { QueryResult, QueryResultRow } from 'pg'
import type { Connection } from './connection.ts'
import type { ListenToChannel } from './listener.ts'
import type { ConnectionPool } from './pool.ts'

/** Types of statement parameters. PostgreSQL infers each parameter's type, except for values that get a cast (`castOf`). */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | Json
  | readonly SqlValue[]

interface Json {
  json: string
}

/**
 * Runs SQL as a template string: the values in `${…}` are sent as parameters, separate from the text.
 * @throws DatabaseError, DatabaseUnreachableError
 */
export interface Queryable {
  <Rows extends readonly object[] = QueryResultRow[]>(
    parts: TemplateStringsArray,
    ...values: SqlValue[]
  ): Promise<Rows>
  /**
   * Runs SQL given as a string, which must not contain input. Without values it may contain several statements; the rows are those
   * of the last one.
   */
  unsafe: <Rows extends readonly object[] = QueryResultRow[]>(
    text: string,
    values?: SqlValue[],
  ) => Promise<Rows>
  json: (value: unknown) => Json
}

export interface TransactionSql extends Queryable {
  readonly isTransaction: true
}

/** Runs the work in a transaction. Commits when it resolves, and rolls back when it throws or the connection is lost. */
type Begin = <T>(work: (tx: TransactionSql) => Promise<T>) => Promise<T>

export interface ReservedSql extends Queryable {
  begin: Begin
  release: () => void
}

export interface TransactingSql extends Queryable {
  begin: Begin
}

export interface Sql extends TransactingSql {
  /**
   * Takes a connection out of the pool.
   * @param ceiling milliseconds that each of its statements may take, instead of the pool's limit
   */
  reserve: (ceiling?: number) => Promise<ReservedSql>
  listen: ListenToChannel
}

export function createSql(pool: ConnectionPool, listen: ListenToChannel): Sql {
  return Object.assign(createTransactingSql(pool.use), {
    reserve: async (ceiling?: number) => {
      const lease = await pool.take()
      const begin: Begin = (work) => transact(lease, work, ceiling)
      return Object.assign(createConnectionQueryable(lease, ceiling), {
        begin,
        release: lease.release,
      })
    },
    listen,
  })
}

/** Creates the database interface. @param use lends a connection to each statement and each transaction */
export function createTransactingSql(use: ConnectionPool['use']): TransactingSql {
  return Object.assign(
    createQueryable((text, values) => use((connection) => connection.run({ text, values }))),
    {
      begin: <T>(work: (tx: TransactionSql) => Promise<T>) =>
        use((connection) => transact(connection, work)),
    },
  )
}

async function transact<T>(
  connection: Connection,
  work: (tx: TransactionSql) => Promise<T>,
  ceiling?: number,
): Promise<T> {
  await connection.run({ text: 'begin', ceiling })
  const tx = Object.assign(createConnectionQueryable(connection, ceiling), {
    isTransaction: true as const,
  })
  const answer = await work(tx).catch(async (error: unknown) => {
    // Ignores the error of a failed rollback: the connection is discarded then, and the first error is the important one.
    await Promise.allSettled([connection.run({ text: 'rollback' })])
    throw error
  })
  const { command } = await connection.run({ text: 'commit', ceiling })
  if (command !== 'COMMIT') throw new Error('A statement of the transaction had failed')
  return answer
}

export function createConnectionQueryable(connection: Connection, ceiling?: number): Queryable {
  return createQueryable((text, values) => connection.run({ text, values, ceiling }))
}

type Run = (text: string, values?: unknown[]) => Promise<QueryResult>

function createQueryable(run: Run): Queryable {
  const template = async <Rows>(parts: TemplateStringsArray, ...values: SqlValue[]) =>
    rowsOf<Rows>(await run(textOf(parts, values), values.map(encode)))
  return Object.assign(template, {
    unsafe: async <Rows>(text: string, values: SqlValue[] = []) =>
      rowsOf<Rows>(await run(text, values.length === 0 ? undefined : values.map(encode))),
    json: (value: unknown) => ({ json: JSON.stringify(value) }),
  })
}

/** Returns the rows of the last statement, because the driver returns a list of results for a script. */
function rowsOf<Rows>(results: QueryResult | QueryResult[]): Rows {
  const result = Array.isArray(results) ? results.at(-1) : results
  const rows: unknown = result?.rows ?? []
  return rows as Rows
}

function textOf(parts: TemplateStringsArray, values: SqlValue[]): string {
  return values.reduce<string>(
    (text, value, index) => `${text}$${index + 1}${castOf(value)}${parts[index + 1]}`,
    parts[0] ?? '',
  )
}

/** Returns a cast for a value whose type PostgreSQL cannot always infer from its position. */
function castOf(value: SqlValue): string {
  if (value instanceof Date) return '::timestamptz'
  if (typeof value === 'boolean') return '::boolean'
  return isJson(value) ? '::jsonb' : ''
}

function encode(value: SqlValue): unknown {
  if (value instanceof Date) return value.toISOString()
  if (isJson(value)) return value.json
  return Array.isArray(value) ? value.map(encode) : value
}

function isJson(value: SqlValue): value is Json {
  return typeof value === 'object' && value !== null && 'json' in value
}
