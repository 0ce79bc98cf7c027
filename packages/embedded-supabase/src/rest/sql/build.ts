import { createBadRequestError } from '../lib/errors.ts'
import type { Aggregate, EmbedItem } from '../query/ast.ts'
import type { Relationship } from '../schema/relationships.ts'
import type { Column, DatabaseSettings, Schema, Table } from '../schema/schema.ts'

/** The exposed database schema, and the limits for a request. */
export interface CompileOptions {
  schema: Schema
  settings: DatabaseSettings
  /** Maximum of rows per table in a response; each embedded list counts separately. */
  maxRows: number
  /** True when the size of the query and of the response is limited, which it is not for the project's own server. */
  isBounded: boolean
  /** Tables whose rows do not depend on the caller or on request headers, for all anonymous callers. */
  sharedTables: ReadonlySet<string>
}

/** A statement under construction. Values become parameters, and names are quoted by `quoteName`; no other input may be added. */
export interface SqlBuild extends CompileOptions {
  values: string[]
  aliases: number
}

/** A column that a subquery returns to the surrounding query. */
export interface OutputColumn {
  name: string
  isJson: boolean
  /** The aggregate that the surrounding query must apply, because the column is spread into its rows. */
  hoisted: Aggregate | null
}

/** A relation embedded in the rows of another: its join and its columns. */
export interface EmbeddedRelation {
  item: EmbedItem
  alias: string
  relationship: Relationship
  sql: string
  outputs: OutputColumn[]
  needed: boolean
}

/** The names that fields and conditions may use: the columns of a table, and the relations embedded in its rows. */
export interface NameScope {
  table: Table | null
  alias: string
  embeds: EmbeddedRelation[]
}

export function findEmbed({ embeds }: NameScope, name: string): EmbeddedRelation | undefined {
  return embeds.find(({ item }) => (item.alias ?? item.relation) === name)
}

/** Adds a parameter and returns its placeholder. PostgreSQL infers the parameter's type from its position. */
export function addParameter(build: SqlBuild, value: string): string {
  build.values.push(value)
  return `$${build.values.length}`
}

export function createAlias(build: SqlBuild): string {
  return `_t${build.aliases++}`
}

export function quoteName(name: string): string {
  // A NUL character would end the text of the statement.
  if (name.includes('\0')) throw createBadRequestError('22021', 'A name holds a NUL character')
  return `"${name.replaceAll('"', '""')}"`
}

/** Returns the quoted name of a table or function with its schema. */
export function qualifiedNameSql({ schema, name }: { schema: string; name: string }): string {
  return `${quoteName(schema)}.${quoteName(name)}`
}

/** Returns SQL for a column or computed field. @throws ApiError 42703 when the table does not have it */
export function columnSql(table: Table | null, alias: string, column: string): string {
  if (table === null || table.columns.has(column)) return `${alias}.${quoteName(column)}`
  const schema = table.computed.get(column)
  if (schema === undefined)
    throw createBadRequestError('42703', `column ${table.name}.${column} does not exist`)
  return `${qualifiedNameSql({ schema, name: column })}(${rowSql(table, alias)})`
}

/** Returns SQL for a row of the table's type, even when the row comes from another source with the same columns. */
export function rowSql(table: Table, alias: string): string {
  return `${alias}::${qualifiedNameSql(table)}`
}

export function recordSql(columns: readonly Pick<Column, 'name' | 'type'>[]): string {
  return columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ')
}

/** Returns a PostgreSQL array literal. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
}
