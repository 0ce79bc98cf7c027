import { badRequest } from '../errors.ts'
import type { Column, Schema, Table } from '../schema/schema.ts'

/** A statement that is being put together. Values go in as parameters, names through `quote`; nothing else does. */
export interface Build {
  schema: Schema
  /** Whether ceilings hold for what is asked and for the bytes of the answer. */
  isBounded: boolean
  /** At most this many rows of any one table come in one answer. */
  maxRows: number
  values: string[]
  aliases: number
}

/** Adds a value and returns its placeholder. PostgreSQL gives it the type that its place asks for. */
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

/** A whole row of a table, also where it comes from something that has the same columns. */
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
