import { RestError } from '../errors.ts'
import type { ParsedQuery, ReadNode } from '../query/ast.ts'
import type { Column, Table } from '../schema/schema.ts'
import { answerSql, type BodyShape } from './answer.ts'
import { newAlias, parameter, quote, tableSql, type Build } from './build.ts'
import { conditionSql } from './conditions.ts'
import { columnsRead, readSql } from './read.ts'

/** What a change answers with: the changed rows, their primary keys (for Location), or nothing. */
export type Returning = 'rows' | 'key' | 'nothing'

export interface InsertWish {
  columns: string[]
  /** What happens to rows that are there already; null: an error. */
  duplicates: 'merge' | 'ignore' | null
  /** Columns that tell whether a row is there; null: the primary key. */
  onConflict: string[] | null
  /** Columns that a row of the body leaves out get their default instead of null. */
  missingIsDefault: boolean
}

/** `body` is the JSON text of an array of objects. */
export function insertSql(
  build: Build,
  table: Table,
  query: ParsedQuery,
  wish: InsertWish,
  body: string,
  returning: Returning,
  shape: BodyShape,
): string {
  const columns = wish.columns.map((name) => requireColumn(table, name))
  const names = columns.map((column) => quote(column.name)).join(', ')
  const target = newAlias(build)
  const statement = [
    `insert into ${tableSql(table)} as ${target}`,
    columns.length === 0
      ? emptyRows(build, body)
      : `(${names}) ${suppliedRows(build, columns, wish, body)}`,
    conflictSql(table, columns, wish),
  ].join(' ')
  return changeSql(build, table, query.root, target, statement, returning, shape)
}

function emptyRows(build: Build, body: string): string {
  const rows: unknown = JSON.parse(body)
  if (Array.isArray(rows) && rows.length === 1) return 'default values'
  return `select from json_array_elements(${parameter(build, body)}::json)`
}

function suppliedRows(build: Build, columns: Column[], wish: InsertWish, body: string): string {
  const names = columns.map((column) => `_b.${quote(column.name)}`).join(', ')
  const given = parameter(build, body)
  if (!wish.missingIsDefault)
    return `select ${names} from json_to_recordset(${given}::json) as _b(${recordSql(columns)})`
  const defaults = columns
    .filter((column) => column.default !== null)
    .map((column) => `${parameter(build, column.name)}::text, ${column.default ?? 'null'}`)
  const filled = `select jsonb_build_object(${defaults.join(', ')}) || _d as _row from jsonb_array_elements(${given}::jsonb) as _d`
  return `select ${names} from (${filled}) as _f, jsonb_to_record(_f._row) as _b(${recordSql(columns)})`
}

function conflictSql(table: Table, columns: Column[], wish: InsertWish): string {
  const conflict = wish.onConflict ?? table.primaryKey
  if (wish.duplicates === null || conflict.length === 0) return ''
  const target = conflict.map((name) => quote(requireColumn(table, name).name)).join(', ')
  if (wish.duplicates === 'ignore' || columns.length === 0)
    return `on conflict (${target}) do nothing`
  const changes = columns.map((column) => `${quote(column.name)} = excluded.${quote(column.name)}`)
  return `on conflict (${target}) do update set ${changes.join(', ')}`
}

/** `body` is the JSON text of one object with the named columns. */
export function updateSql(
  build: Build,
  table: Table,
  query: ParsedQuery,
  columnNames: string[],
  body: string,
  returning: Returning,
  shape: BodyShape,
): string {
  const columns = columnNames.map((name) => requireColumn(table, name))
  const target = newAlias(build)
  const changes = columns.map((column) => `${quote(column.name)} = _b.${quote(column.name)}`)
  const given = `json_to_record(${parameter(build, body)}::json) as _b(${recordSql(columns)})`
  const where = whereSql(build, table, query.root, target, 'UPDATE')
  const statement = `update ${tableSql(table)} as ${target} set ${changes.join(', ')} from ${given} where ${where}`
  return changeSql(build, table, query.root, target, statement, returning, shape)
}

export function deleteSql(
  build: Build,
  table: Table,
  query: ParsedQuery,
  returning: Returning,
  shape: BodyShape,
): string {
  const target = newAlias(build)
  const where = whereSql(build, table, query.root, target, 'DELETE')
  const statement = `delete from ${tableSql(table)} as ${target} where ${where}`
  return changeSql(build, table, query.root, target, statement, returning, shape)
}

/** A forgotten filter must not reach every row: Supabase refuses the same through pg-safeupdate. */
function whereSql(build: Build, table: Table, node: ReadNode, alias: string, verb: string): string {
  if (node.limit !== null || node.offset > 0) {
    throw new RestError(400, 'PGRST100', `limit and offset cannot be used with ${verb}`)
  }
  if (node.conditions.length === 0)
    throw new RestError(400, '21000', `${verb} requires a WHERE clause`)
  const scope = { table, alias, embed: () => null }
  return node.conditions.map((condition) => conditionSql(build, scope, condition)).join(' and ')
}

function changeSql(
  build: Build,
  table: Table,
  node: ReadNode,
  target: string,
  statement: string,
  returning: Returning,
  shape: BodyShape,
): string {
  const wanted = returningSql(build, table, node, target, returning)
  const source = `with _source as (${statement} returning ${wanted}) `
  const read: ReadNode = { ...node, conditions: [], limit: Infinity, offset: 0 }
  const rows =
    returning === 'rows' ? readSql(build, '_source', table, read).rows : 'select * from _source'
  return answerSql(build, rows, returning === 'nothing' ? { ...shape, form: 'none' } : shape, {
    with: source,
  })
}

function returningSql(
  build: Build,
  table: Table,
  node: ReadNode,
  target: string,
  returning: Returning,
): string {
  if (returning === 'nothing') return '1 as changed'
  const columns = returning === 'key' ? new Set(table.primaryKey) : columnsRead(build, table, node)
  if (columns === null) return `${target}.*`
  return columns.size === 0
    ? '1 as changed'
    : [...columns].map((name) => `${target}.${quote(name)}`).join(', ')
}

function requireColumn(table: Table, name: string): Column {
  const column = table.columns.get(name)
  if (column !== undefined) return column
  throw new RestError(
    400,
    'PGRST204',
    `Could not find the '${name}' column of '${table.name}' in the schema cache`,
  )
}

function recordSql(columns: Column[]): string {
  return columns.map((column) => `${quote(column.name)} ${column.type}`).join(', ')
}
