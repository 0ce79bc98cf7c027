import { createBadRequestError } from '../lib/errors.ts'
import type { EmbedItem, OrderTerm, ReadNode } from '../query/ast.ts'
import { findRelationship, type Relationship } from '../schema/relationships.ts'
import type { Table } from '../schema/schema.ts'
import { jsonArraySql } from './response.ts'
import {
  type SqlBuild,
  columnSql,
  type EmbeddedRelation,
  findEmbed,
  qualifiedNameSql,
  createAlias,
  type OutputColumn,
  addParameter,
  quoteName,
  rowSql,
  type NameScope,
} from './build.ts'
import { conditionSql, fieldSql } from './conditions.ts'
import { selectListSql, isRowCount } from './list.ts'

interface ReadSql {
  /** The query for the rows: `select … from … where … order by … limit …`. */
  rows: string
  /** The same query without columns, order and limit, for counting all matching rows. */
  all: string
  /** The embedded relations that affect which rows match. */
  needed: EmbedItem[]
  outputs: OutputColumn[]
}

interface Within {
  /** Returns the conditions that relate the rows to the row that they are embedded in. */
  joined?: (alias: string) => string[]
  /** True when aggregates are left to the surrounding query. */
  isHoisting?: boolean
}

/**
 * Returns SQL for a node of the parsed query.
 * @param source the `from` item: a table, a common table expression or a function call
 * @param table the source's columns in the catalogue; null when they are unknown
 */
export function readSql(
  build: SqlBuild,
  source: string,
  table: Table | null,
  node: ReadNode,
  { joined = () => [], isHoisting = false }: Within = {},
): ReadSql {
  const scope: NameScope = { table, alias: createAlias(build), embeds: [] }
  const { alias, embeds } = scope
  for (const item of node.items) if (item.kind === 'embed') embeds.push(embedOf(build, scope, item))
  const { list, groupBy, outputs } = selectListSql(build, scope, node.items, isHoisting)
  const conditions = [
    ...joined(alias),
    ...node.conditions.map((condition) => conditionSql(build, scope, condition)),
    ...embeds
      .filter(({ item, relationship }) => item.inner && !(item.spread && relationship.isOne))
      .map((embed) => `${embed.alias}.v is not null`),
  ]
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  const from = (which: EmbeddedRelation[]): string =>
    [` from ${source} as ${alias}`, ...which.map(({ sql }) => sql)].join(' ')
  const order = orderSql(build, scope, node.order)
  const deciding = embeds.filter(({ needed }) => needed)
  return {
    rows: `select ${list}${from(embeds)}${where}${groupBy}${order}${limitSql(build, node)}`,
    all: `select 1${from(deciding)}${where}`,
    needed: deciding.map(({ item }) => item),
    outputs,
  }
}

export function countSql(all: string): string {
  return `(select count(*) from (${all}) as _all)`
}

function embedOf(
  build: SqlBuild,
  { table, alias: origin }: NameScope,
  item: EmbedItem,
): EmbeddedRelation {
  if (table === null) {
    const message = `Could not find a relationship to '${item.relation}' in the schema cache`
    throw createBadRequestError('PGRST200', message)
  }
  const relationship = findRelationship(build.schema, table, item.relation, item.hint)
  const { items } = item.node
  const node: ReadNode = items.length > 0 ? item.node : { ...item.node, items: [{ kind: 'all' }] }
  const { source, joined } = joinOf(build, relationship, table, origin)
  const isHoisting = item.spread && relationship.isOne
  const read = readSql(build, source, relationship.target, node, { joined, isHoisting })
  const { sql, outputs } = isHoisting
    ? { sql: read.rows, outputs: read.outputs }
    : item.spread
      ? spreadMany(build, read, item)
      : { sql: listedSql(build, read, relationship), outputs: [] }
  const alias = createAlias(build)
  const join = item.inner && isHoisting ? 'join' : 'left join'
  return {
    item,
    alias,
    relationship,
    needed: item.inner,
    outputs,
    sql: `${join} lateral (${sql}) as ${alias} on true`,
  }
}

/** Returns the source of related rows, and the conditions that relate them to the row of origin. */
function joinOf(
  build: SqlBuild,
  { by, target }: Relationship,
  table: Table,
  origin: string,
): { source: string; joined: (alias: string) => string[] } {
  if ('function' in by) {
    const called = qualifiedNameSql({ schema: by.schema, name: by.function })
    return { source: `${called}(${rowSql(table, origin)})`, joined: () => [] }
  }
  const { columns, junction } = by
  const own = (alias: string): string[] =>
    columns.map(([from, to]) => `${alias}.${quoteName(to)} = ${origin}.${quoteName(from)}`)
  const source = qualifiedNameSql(target)
  if (junction === null) return { source, joined: own }
  const between = qualifiedNameSql({ schema: build.schema.name, name: junction.table })
  const joined = (alias: string): string[] => {
    const both = junction.columns.map(
      ([from, to]) => `_j.${quoteName(from)} = ${alias}.${quoteName(to)}`,
    )
    return [`exists (select from ${between} as _j where ${[...own('_j'), ...both].join(' and ')})`]
  }
  return { source, joined }
}

function listedSql(build: SqlBuild, { rows }: ReadSql, { isOne }: Relationship): string {
  if (isOne) return `select row_to_json(_r.*) as v from (${rows}) as _r`
  const { list, from } = jsonArraySql(build, rows)
  return `select ${list} as v from ${from}`
}

/** Returns SQL for the spread of a to-many relation: each of its columns becomes an array. `v` is null when there are no rows. */
function spreadMany(
  build: SqlBuild,
  { rows, outputs }: ReadSql,
  { node, relation }: EmbedItem,
): Pick<EmbeddedRelation, 'sql' | 'outputs'> {
  if (node.items.some((each) => each.kind === 'column' && each.aggregate !== null)) {
    const details = `Aggregates are not implemented for the spread of many rows of '${relation}'`
    throw createBadRequestError('PGRST127', 'Feature not implemented', { details })
  }
  const { list, from } = jsonArraySql(build, rows)
  const columns = outputs.map(({ name }) => {
    const values = `select json_agg(_e.v -> ${addParameter(build, name)}::text) from json_array_elements(_l.v) as _e (v)`
    return `, coalesce((${values}), '[]') as ${quoteName(name)}`
  })
  return {
    sql: `select _l.v${columns.join('')} from (select ${list} as v from ${from}) as _l`,
    outputs: outputs.map(({ name }) => ({ name, isJson: true, hoisted: null })),
  }
}

function orderSql(build: SqlBuild, scope: NameScope, terms: OrderTerm[]): string {
  if (terms.length === 0) return ''
  const parts = terms.map((term) => {
    const sql =
      term.relation === null
        ? fieldSql(build, scope, term.field)
        : relatedOrderSql(build, scope, term, term.relation)
    return `${sql}${term.descending ? ' desc' : ''}${term.nulls === null ? '' : ` nulls ${term.nulls}`}`
  })
  return ` order by ${parts.join(', ')}`
}

function relatedOrderSql(
  build: SqlBuild,
  scope: NameScope,
  { field }: OrderTerm,
  relation: string,
): string {
  const relationship = findEmbed(scope, relation)?.relationship
  if (relationship === undefined || scope.table === null)
    throw createBadRequestError(
      'PGRST108',
      `'${relation}' is not an embedded resource in this request`,
    )
  if (!relationship.isOne)
    throw createBadRequestError('PGRST118', `A related order on '${relation}' is not possible`)
  const alias = createAlias(build)
  const { source, joined } = joinOf(build, relationship, scope.table, scope.alias)
  const value = fieldSql(build, { table: relationship.target, alias }, field)
  const where = ['true', ...joined(alias)].join(' and ')
  return `(select ${value} from ${source} as ${alias} where ${where} limit 1)`
}

/**
 * Returns SQL for limit and offset. The limit is inlined, because PostgreSQL plans better for a known number; it is a number parsed
 * here, so this is safe.
 */
function limitSql(build: SqlBuild, node: ReadNode): string {
  if (node.limit === Infinity) return ''
  const limit = Math.min(node.limit ?? build.maxRows, build.maxRows)
  const offset = node.offset === 0 ? '' : ` offset ${addParameter(build, String(node.offset))}`
  return ` limit ${limit}${offset}`
}

/** Returns true when a node and its embedded relations only read these tables. */
export function readsOnlyTables(
  tables: ReadonlySet<string>,
  build: SqlBuild,
  table: Table,
  { items }: ReadNode,
): boolean {
  if (!tables.has(table.name)) return false
  return items.every((item) => {
    if (item.kind !== 'embed') return true
    const { by, target } = findRelationship(build.schema, table, item.relation, item.hint)
    if ('function' in by || by.junction !== null) return false
    return readsOnlyTables(tables, build, target, item.node)
  })
}

/** Returns the columns of the source that are needed for the response, or null for all columns. */
export function getColumnsRead(build: SqlBuild, table: Table, node: ReadNode): Set<string> | null {
  const names = node.items.flatMap((item) => {
    if (item.kind === 'all') return [null]
    if (item.kind === 'column')
      return item.field === null || isRowCount(table, item.field) ? [] : [item.field.column]
    const { by } = findRelationship(build.schema, table, item.relation, item.hint)
    return 'function' in by ? [null] : by.columns.map(([from]) => from)
  })
  for (const { relation, field } of node.order) if (relation === null) names.push(field.column)
  const columns = new Set(names.filter((name) => name !== null))
  for (const column of columns) columnSql(table, '', column)
  if (names.includes(null) || [...columns].some((name) => table.computed.has(name))) return null
  return columns
}
