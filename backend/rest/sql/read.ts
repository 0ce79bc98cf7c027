import { badRequest } from '../errors.ts'
import type { EmbedItem, Field, OrderTerm, ReadNode } from '../query/ast.ts'
import { findRelationship } from '../schema/relationships.ts'
import type { Table } from '../schema/schema.ts'
import { listSql } from './answer.ts'
import { type Build, columnSql, newAlias, parameter, quote } from './build.ts'
import { conditionSql, fieldSql, type Scope } from './conditions.ts'
import { joinSql } from './join.ts'
import { type Embed, isRowCount, listOf, type Output } from './list.ts'

interface ReadSql {
  /** `select … from … where … order by … limit …` */
  rows: string
  /** The same without columns, order and limit, for counting. */
  all: string
  outputs: Output[]
}

interface Within {
  /** Conditions that tie it to the row that it is embedded in. */
  joined?: (alias: string) => string[]
  /** Aggregates are left to the read around it. */
  isHoisting?: boolean
}

/**
 * SQL that reads what a node asks for.
 * @param source what stands after `from`: a table, a common table expression or a function call
 * @param table what is known of its columns; null: nothing
 */
export function readSql(
  build: Build,
  source: string,
  table: Table | null,
  node: ReadNode,
  { joined = () => [], isHoisting = false }: Within = {},
): ReadSql {
  const alias = newAlias(build)
  const embeds = node.items
    .filter((item) => item.kind === 'embed')
    .map((item) => embedSql(build, { table: requireTable(table, item), alias }, item))
  const scope: Scope = { table, alias, embed: (name) => embedPresence(embeds, name) }
  const { list, groupBy, outputs } = listOf(build, scope, node, embeds, isHoisting)
  const conditions = [
    ...joined(alias),
    ...node.conditions.map((condition) => conditionSql(build, scope, condition)),
    ...embeds
      .filter((embed) => embed.item.inner && !isSpreadOne(embed))
      .map((embed) => `${embed.alias}.v is not null`),
  ]
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  const from = (which: Embed[]): string =>
    [` from ${source} as ${alias}`, ...which.map((embed) => embed.sql)].join(' ')
  const order = orderSql(build, scope, node.order, embeds)
  return {
    rows: `select ${list}${from(embeds)}${where}${groupBy}${order}${limitSql(build, node)}`,
    all: `select 1${from(embeds.filter((embed) => embed.needed))}${where}`,
    outputs,
  }
}

export function countSql(all: string): string {
  return `(select count(*) from (${all}) as _all)`
}

function requireTable(table: Table | null, item: EmbedItem): Table {
  if (table !== null) return table
  const message = `Could not find a relationship to '${item.relation}' in the schema cache`
  throw badRequest('PGRST200', message)
}

function isSpreadOne({ item, relationship }: Pick<Embed, 'item' | 'relationship'>): boolean {
  return item.spread && relationship.kind === 'to-one'
}

function embedSql(build: Build, origin: { table: Table; alias: string }, item: EmbedItem): Embed {
  const relationship = findRelationship(build.schema, origin.table, item.relation, item.hint)
  const { target, kind } = relationship
  const isEmpty = item.node.items.length === 0
  const node: ReadNode = isEmpty ? { ...item.node, items: [{ kind: 'all' }] } : item.node
  const { source, conditions: joined } = joinSql(build, relationship, origin)
  const isOne = isSpreadOne({ item, relationship })
  const read = readSql(build, source, target, node, { joined, isHoisting: isOne })
  const alias = newAlias(build)
  const needed = item.inner
  const [join, on] = [item.inner && isOne ? 'join' : 'left join', `as ${alias} on true`]
  const embed = { item, alias, relationship, needed, outputs: read.outputs }
  if (isOne) return { ...embed, sql: `${join} lateral (${read.rows}) ${on}` }
  if (item.spread) {
    if (node.items.some((each) => each.kind === 'aggregate')) throw noAggregates(item)
    return { ...embed, ...spreadMany(build, read, join, on) }
  }
  const { list, from } =
    kind === 'to-one'
      ? { list: 'row_to_json(_r.*)', from: `(${read.rows}) as _r` }
      : listSql(build, read.rows)
  return { ...embed, sql: `${join} lateral (select ${list} as v from ${from}) ${on}` }
}

/** Each column of many rows as a list of its own; `v` tells whether there are any. */
function spreadMany(
  build: Build,
  { rows, outputs }: ReadSql,
  join: string,
  on: string,
): Pick<Embed, 'sql' | 'outputs'> {
  const { list, from } = listSql(build, rows)
  const columns = outputs.map(({ name }) => {
    const values = `select json_agg(_e.v -> ${parameter(build, name)}::text) from json_array_elements(_l.v) as _e (v)`
    return `coalesce((${values}), '[]') as ${quote(name)}`
  })
  const lists = `select ${['_l.v', ...columns].join(', ')} from (select ${list} as v from ${from}) as _l`
  return {
    sql: `${join} lateral (${lists}) ${on}`,
    outputs: outputs.map(({ name }) => ({ name, isJson: true, aggregate: null })),
  }
}

function noAggregates({ relation }: EmbedItem): Error {
  const details = `Aggregates are not implemented for the spread of many rows of '${relation}'`
  return badRequest('PGRST127', 'Feature not implemented', { details })
}

function findEmbed(embeds: Embed[], name: string): Embed | undefined {
  return embeds.find(({ item }) => (item.alias ?? item.relation) === name)
}

function embedPresence(embeds: Embed[], name: string): string | null {
  const embed = findEmbed(embeds, name)
  if (embed === undefined || embed.item.spread) return null
  embed.needed = true
  return `${embed.alias}.v`
}

function orderSql(build: Build, scope: Scope, terms: OrderTerm[], embeds: Embed[]): string {
  if (terms.length === 0) return ''
  const parts = terms.map((term) => {
    const sql =
      term.relation === null
        ? fieldSql(build, scope, term.field)
        : relatedOrderSql(build, scope, term.field, term.relation, embeds)
    return `${sql}${term.descending ? ' desc' : ''}${term.nulls === null ? '' : ` nulls ${term.nulls}`}`
  })
  return ` order by ${parts.join(', ')}`
}

function relatedOrderSql(
  build: Build,
  { table, alias: origin }: Scope,
  field: Field,
  relation: string,
  embeds: Embed[],
): string {
  const relationship = findEmbed(embeds, relation)?.relationship
  if (relationship === undefined || table === null)
    throw badRequest('PGRST108', `'${relation}' is not an embedded resource in this request`)
  const { kind, target } = relationship
  if (kind !== 'to-one')
    throw badRequest('PGRST118', `A related order on '${relation}' is not possible`)
  const alias = newAlias(build)
  const { source, conditions } = joinSql(build, relationship, { table, alias: origin })
  const value = fieldSql(build, { table: target, alias }, field)
  const where = conditions(alias)
  const which = where.length === 0 ? '' : ` where ${where.join(' and ')}`
  return `(select ${value} from ${source} as ${alias}${which} limit 1)`
}

/** The limit is a number of ours and stands in the text: PostgreSQL plans a known limit once for all its callers. */
function limitSql(build: Build, node: ReadNode): string {
  if (node.limit === Infinity) return ''
  const limit = Math.min(node.limit ?? build.maxRows, build.maxRows)
  const offset = node.offset === 0 ? '' : ` offset ${parameter(build, String(node.offset))}`
  return ` limit ${limit}${offset}`
}

/** The columns of the source that a node's answer is made from; null: all of them. */
export function columnsRead(build: Build, table: Table, node: ReadNode): Set<string> | null {
  const names = node.items.flatMap((item) => {
    if (item.kind === 'all') return [null]
    if (item.kind !== 'embed')
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
