import { badRequest } from '../lib/errors.ts'
import type { Aggregate, EmbedItem } from '../query/ast.ts'
import type { Relationship } from '../schema/relationships.ts'
import type { Column, DatabaseSettings, Schema, Table } from '../schema/schema.ts'

/** The catalogue, and the limits of queries. */
export interface Rules {
  schema: Schema
  settings: DatabaseSettings
  /** Maximum of rows of any one table in one response. */
  maxRows: number
  /** Limits apply to the query and to the bytes of the response; not for the project's own server. */
  isBounded: boolean
  /** Tables whose rows all anonymous callers see alike, whatever a request's headers are. */
  sharedTables: ReadonlySet<string>
}

/** A statement that is being put together. Values go in as parameters, names through `quote`; nothing else does. */
export interface Build extends Rules {
  values: string[]
  aliases: number
}

/** A column of a read, with the name by which the surrounding read selects it. */
export interface Output {
  name: string
  isJson: boolean
  /** The aggregate that the surrounding read applies: that of a spread belongs to the row that it is spread into. */
  hoisted: Aggregate | null
}

/** A table embedded in another's rows: its join and its columns. */
export interface Embed {
  item: EmbedItem
  alias: string
  relationship: Relationship
  sql: string
  outputs: Output[]
  needed: boolean
}

/** The scope in which fields and conditions are resolved: a table's columns, and the relations embedded in its rows. */
export interface Scope {
  table: Table | null
  alias: string
  embeds: Embed[]
}

export function findEmbed({ embeds }: Scope, name: string): Embed | undefined {
  return embeds.find(({ item }) => (item.alias ?? item.relation) === name)
}

/** Adds a value and returns its placeholder. PostgreSQL infers its type from its position. */
export function parameter(build: Build, value: string): string {
  build.values.push(value)
  return `$${build.values.length}`
}

export function newAlias(build: Build): string {
  return `_t${build.aliases++}`
}

export function quote(name: string): string {
  // A NUL would end the statement's text in the middle.
  if (name.includes('\0')) throw badRequest('22021', 'A name holds a NUL character')
  return `"${name.replaceAll('"', '""')}"`
}

/** A table or function with its schema. */
export function nameSql({ schema, name }: { schema: string; name: string }): string {
  return `${quote(schema)}.${quote(name)}`
}

/** The column of a table, or its computed field, checked against the schema. */
export function columnSql(table: Table | null, alias: string, column: string): string {
  if (table === null || table.columns.has(column)) return `${alias}.${quote(column)}`
  const schema = table.computed.get(column)
  if (schema === undefined)
    throw badRequest('42703', `column ${table.name}.${column} does not exist`)
  return `${nameSql({ schema, name: column })}(${rowSql(table, alias)})`
}

/** Returns SQL for a whole row of a table, also when its source only has the same columns. */
export function rowSql(table: Table, alias: string): string {
  return `${alias}::${nameSql(table)}`
}

export function recordSql(columns: readonly Pick<Column, 'name' | 'type'>[]): string {
  return columns.map(({ name, type }) => `${quote(name)} ${type}`).join(', ')
}

/** PostgreSQL's text of an array. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
}
