import type { QueryResult, QueryResultRow } from 'pg'
import type { Connection } from './connection.ts'
import type { Listen } from './listener.ts'
import type { ConnectionPool } from './pool.ts'

/** Types of statement parameters. PostgreSQL infers the type, except for values that carry their own. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | Json
  | readonly Value[]

interface Json {
  json: string
}

/** Values in `${…}` are sent as parameters, apart from the text. @throws DatabaseError, DatabaseUnreachableError */
export interface Queryable {
  <Rows extends readonly object[] = QueryResultRow[]>(
    parts: TemplateStringsArray,
    ...values: Value[]
  ): Promise<Rows>
  /** For text that contains no input. Without values it may be a script; its rows are those of the last statement. */
  unsafe: <Rows extends readonly object[] = QueryResultRow[]>(
    text: string,
    values?: Value[],
  ) => Promise<Rows>
  json: (value: unknown) => Json
}

export interface TransactionSql extends Queryable {
  readonly isTransaction: true
}

/** Commits when the work is done; when it throws, or the connection is lost, nothing of it stays. */
type Begin = <T>(work: (tx: TransactionSql) => Promise<T>) => Promise<T>

export interface ReservedSql extends Queryable {
  begin: Begin
  release: () => void
}

export interface TransactingSql extends Queryable {
  begin: Begin
}

export interface Sql extends TransactingSql {
  /** @param ceiling ms that each of its statements may take, instead of the pool's */
  reserve: (ceiling?: number) => Promise<ReservedSql>
  listen: Listen
}

export function createSql(pool: ConnectionPool, listen: Listen): Sql {
  return Object.assign(createTransactingSql(pool.use), {
    reserve: async (ceiling?: number) => {
      const lease = await pool.take()
      const begin: Begin = (work) => transact(lease, work, ceiling)
      return Object.assign(queryableOn(lease, ceiling), { begin, release: lease.release })
    },
    listen,
  })
}

/** @param use lends a connection to each statement, and to each transaction */
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
  const tx = Object.assign(queryableOn(connection, ceiling), { isTransaction: true as const })
  const answer = await work(tx).catch(async (error: unknown) => {
    // A failed rollback discards the connection, and the first error is the one that matters.
    await Promise.allSettled([connection.run({ text: 'rollback' })])
    throw error
  })
  const { command } = await connection.run({ text: 'commit', ceiling })
  if (command !== 'COMMIT') throw new Error('A statement of the transaction had failed')
  return answer
}

export function queryableOn(connection: Connection, ceiling?: number): Queryable {
  return createQueryable((text, values) => connection.run({ text, values, ceiling }))
}

type Run = (text: string, values?: unknown[]) => Promise<QueryResult>

function createQueryable(run: Run): Queryable {
  const template = async <Rows>(parts: TemplateStringsArray, ...values: Value[]) =>
    rowsOf<Rows>(await run(textOf(parts, values), values.map(encode)))
  return Object.assign(template, {
    unsafe: async <Rows>(text: string, values: Value[] = []) =>
      rowsOf<Rows>(await run(text, values.length === 0 ? undefined : values.map(encode))),
    json: (value: unknown) => ({ json: JSON.stringify(value) }),
  })
}

/** The driver returns a script's results as a list. */
function rowsOf<Rows>(results: QueryResult | QueryResult[]): Rows {
  const result = Array.isArray(results) ? results.at(-1) : results
  const rows: unknown = result?.rows ?? []
  return rows as Rows
}

function textOf(parts: TemplateStringsArray, values: Value[]): string {
  return values.reduce<string>(
    (text, value, index) => `${text}$${index + 1}${castOf(value)}${parts[index + 1]}`,
    parts[0] ?? '',
  )
}

/** Returns the cast for a value whose type PostgreSQL cannot infer from its position. */
function castOf(value: Value): string {
  if (value instanceof Date) return '::timestamptz'
  if (typeof value === 'boolean') return '::boolean'
  return isJson(value) ? '::jsonb' : ''
}

function encode(value: Value): unknown {
  if (value instanceof Date) return value.toISOString()
  if (isJson(value)) return value.json
  return Array.isArray(value) ? value.map(encode) : value
}

function isJson(value: Value): value is Json {
  return typeof value === 'object' && value !== null && 'json' in value
}
