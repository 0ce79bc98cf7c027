import { ApiError } from '../../core/wire.ts'
import { createBadRequestError } from '../lib/errors.ts'
import type { SuppliedJson } from '../lib/body.ts'
import type { Preferences, RequestKind } from '../preferences.ts'
import type { Condition, ParsedQuery, ReadNode } from '../query/ast.ts'
import type { Column, Table } from '../schema/schema.ts'
import { responseSql, type BodyShape, settingSql } from './response.ts'
import { qualifiedNameSql, addParameter, quoteName, recordSql, type SqlBuild } from './build.ts'
import { conditionSql } from './conditions.ts'
import { getColumnsRead, readSql } from './read.ts'

/** The result of a change: the changed rows, their primary keys (for the Location header), or nothing. */
export type ReturnedResult = 'rows' | 'key' | 'nothing'

/** The table that a statement changes, and its alias. */
export interface ChangeTarget {
  build: SqlBuild
  table: Table
  alias: string
  query: ParsedQuery
}

export interface TableChange {
  kind: Exclude<RequestKind, 'read' | 'call'>
  /** Returns the statement with these columns in its `returning` clause. */
  giving: (columns: string) => string
  /** True when existing rows are updated, and their number is counted. */
  isUpsert: boolean
}

/** The handling of rows that already exist (by default an error), and of missing columns. */
type InsertWish = Pick<Preferences, 'resolution' | 'missing'>

/** Returns an insert. `text` is a JSON array of objects, and `keys` are the columns. */
export function insertSql(
  { build, table, alias, query }: ChangeTarget,
  { text, keys }: SuppliedJson,
  wish: InsertWish,
): TableChange {
  const columns = keys.map((name) => requireColumn(table, name))
  const rows =
    columns.length > 0
      ? `(${namesOf(columns)}) ${suppliedRows(build, columns, wish, text)}`
      : `select from json_array_elements(${addParameter(build, text)}::json)`
  const conflict = conflictSql(table, columns, wish, query.onConflict ?? table.primaryKey)
  const sql = `insert into ${qualifiedNameSql(table)} as ${alias} ${rows} ${conflict}`
  return {
    kind: 'insert',
    giving: returning(sql),
    isUpsert: wish.resolution === 'merge-duplicates',
  }
}

/**
 * Returns an upsert of the row whose primary key is in the filters. Other rows in the body are ignored.
 * @throws ApiError 400 PGRST114, 405 PGRST105, 400 PGRST115
 */
export function putSql(target: ChangeTarget, { text, keys }: SuppliedJson): TableChange {
  const { build, table, alias } = target
  const conditions = keyConditions(target)
  if (!table.primaryKey.every((name) => keys.includes(name))) throw createKeyMismatchError()
  const columns = keys.map((name) => requireColumn(table, name))
  const wish = { resolution: 'merge-duplicates' } as const
  const rows = suppliedRows(build, columns, wish, text)
  const scope = { table, alias: '_b', embeds: [] }
  const where = conditions.map((condition) => conditionSql(build, scope, condition)).join(' and ')
  const conflict = conflictSql(table, columns, wish, table.primaryKey)
  const sql = `insert into ${qualifiedNameSql(table)} as ${alias} (${namesOf(columns)}) ${rows} where ${where} ${conflict}`
  return { kind: 'put', giving: returning(sql), isUpsert: true }
}

function keyConditions({ table, query: { root } }: ChangeTarget): Condition[] {
  if (root.limit !== null || root.offset > 0)
    throw createBadRequestError(
      'PGRST114',
      'limit/offset querystring parameters are not allowed for PUT',
    )
  const columns = new Set(root.conditions.map(getComparedColumn))
  const key = table.primaryKey
  const isKey =
    key.length > 0 && key.length === columns.size && key.every((name) => columns.has(name))
  if (isKey) return root.conditions
  const message = "Filters must include all and only primary key columns with 'eq' operators"
  throw new ApiError(405, 'PGRST105', message)
}

/** Returns the column of a condition `column=eq.value`, or null for any other condition. */
function getComparedColumn(condition: Condition): string | null {
  if (condition.kind === 'group' || condition.negated) return null
  const { field, test } = condition
  const isEqual = test.kind === 'compare' && test.operator === '=' && test.quantifier === null
  return isEqual && field.path.length === 0 ? field.column : null
}

export function createKeyMismatchError(): ApiError {
  return createBadRequestError(
    'PGRST115',
    'Payload values do not match URL in primary key column(s)',
  )
}

function suppliedRows(build: SqlBuild, columns: Column[], wish: InsertWish, body: string): string {
  const names = namesOf(columns, '_b.')
  const given = addParameter(build, body)
  if (wish.missing !== 'default')
    return `select ${names} from json_to_recordset(${given}::json) as _b(${recordSql(columns)})`
  const defaults = columns
    .filter((column) => column.default !== null)
    .map((column) => `${addParameter(build, column.name)}::text, ${column.default ?? 'null'}`)
  const filled = `select jsonb_build_object(${defaults.join(', ')}) || _d as _row from jsonb_array_elements(${given}::jsonb) as _d`
  return `select ${names} from (${filled}) as _f, jsonb_to_record(_f._row) as _b(${recordSql(columns)})`
}

/**
 * SQL that counts an updated row in a setting, and is always true. Returning a column such as xmax would require the caller to have
 * the right to read the whole row.
 */
const countUpdated = `set_config('rest.updated', (coalesce(${settingSql('rest.updated')}, '0')::int + 1)::text, true) <> ''`

/** Returns the `on conflict` clause. @param key columns that identify an existing row */
function conflictSql(
  table: Table,
  columns: Column[],
  { resolution }: InsertWish,
  key: readonly string[],
): string {
  if (resolution === undefined || key.length === 0) return ''
  const target = namesOf(key.map((name) => requireColumn(table, name)))
  if (resolution === 'ignore-duplicates' || columns.length === 0)
    return `on conflict (${target}) do nothing`
  return `on conflict (${target}) do update set ${assignments(columns, 'excluded')} where ${countUpdated}`
}

/** Returns an update. `text` is a JSON object with the changes; an empty object changes nothing. */
export function updateSql(target: ChangeTarget, { text, keys }: SuppliedJson): TableChange {
  const { build, table, alias } = target
  const columns = keys.map((name) => requireColumn(table, name))
  const nothing = (given: string) =>
    `select ${given} from ${qualifiedNameSql(table)} as ${alias} where false`
  if (columns.length === 0) return { kind: 'update', giving: nothing, isUpsert: false }
  const given = `json_to_record(${addParameter(build, text)}::json) as _b(${recordSql(columns)})`
  const where = whereSql(target, 'UPDATE')
  const set = assignments(columns, '_b')
  const sql = `update ${qualifiedNameSql(table)} as ${alias} set ${set} from ${given} where ${where}`
  return { kind: 'update', giving: returning(sql), isUpsert: false }
}

export function deleteSql(target: ChangeTarget): TableChange {
  const where = whereSql(target, 'DELETE')
  const sql = `delete from ${qualifiedNameSql(target.table)} as ${target.alias} where ${where}`
  return { kind: 'delete', giving: returning(sql), isUpsert: false }
}

function returning(sql: string): TableChange['giving'] {
  return (columns) => `${sql} returning ${columns}`
}

/**
 * Returns the conditions of an update or delete.
 * @throws ApiError 21000 without filters, as on Supabase (pg-safeupdate), so that a forgotten filter does not change every row
 */
function whereSql({ build, table, alias, query }: ChangeTarget, verb: string): string {
  const node = query.root
  if (node.limit !== null || node.offset > 0)
    throw createBadRequestError('PGRST100', `limit and offset cannot be used with ${verb}`)
  if (node.conditions.length === 0)
    throw createBadRequestError('21000', `${verb} requires a WHERE clause`)
  const scope = { table, alias, embeds: [] }
  return node.conditions.map((condition) => conditionSql(build, scope, condition)).join(' and ')
}

/** Returns the complete statement: it makes the change and returns the requested result. */
export function changeSql(
  target: ChangeTarget,
  { giving, isUpsert }: TableChange,
  wish: ReturnedResult,
  shape: BodyShape,
): string {
  const { build, table, query } = target
  const wanted = returningSql(target, wish)
  const read: ReadNode = { ...query.root, conditions: [], limit: Infinity, offset: 0 }
  const rows =
    wish === 'rows' ? readSql(build, '_source', table, read).rows : 'select * from _source'
  return responseSql(build, rows, shape, {
    with: `with _source as (${giving(wanted)}) `,
    isUpsert,
  })
}

function returningSql(
  { build, table, alias, query }: ChangeTarget,
  returning: ReturnedResult,
): string {
  const columns =
    returning === 'rows'
      ? getColumnsRead(build, table, query.root)
      : returning === 'key'
        ? table.primaryKey
        : []
  if (columns === null) return `${alias}.*`
  // Keys are returned as text, because parsers of JSON lose the precision of large numbers.
  const cast = returning === 'key' ? '::text' : ''
  const names = [...columns].map(
    (name) => `${alias}.${quoteName(name)}${cast} as ${quoteName(name)}`,
  )
  return names.join(', ') || '1 as changed'
}

function requireColumn({ name: table, columns }: Table, name: string): Column {
  const column = columns.get(name)
  if (column !== undefined) return column
  const message = `Could not find the '${name}' column of '${table}' in the schema cache`
  throw createBadRequestError('PGRST204', message)
}

function namesOf(columns: Column[], before = ''): string {
  return columns.map(({ name }) => `${before}${quoteName(name)}`).join(', ')
}

function assignments(columns: Column[], from: string): string {
  return columns.map(({ name }) => `${quoteName(name)} = ${from}.${quoteName(name)}`).join(', ')
}
