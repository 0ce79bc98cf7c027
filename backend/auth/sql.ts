import type { Sql, TransactionSql } from 'postgres'

/** A connection pool or a transaction on it. */
export type Queryable = Sql | TransactionSql
