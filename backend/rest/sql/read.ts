import { badRequest } from '../errors.ts'
import type { EmbedItem, Field, OrderTerm, ReadNode } from '../query/ast.ts'
import { findRelationship, type Relationship } from '../schema/relationships.ts'
import type { Table } from '../schema/schema.ts'
import { listSql } from './answer.ts'
import { columnSql, newAlias, parameter, quote, tableSql, type Build } from './build.ts'
import { conditionSql, fieldSql, type Scope } from './conditions.ts'

/** At most this many rows of any one table come in one answer. */
const maxRows = 1000

/** Types that `::` may name, and arrays of them. */
const castTypes = new Set(
  [
    'text varchar char bpchar name citext uuid inet cidr macaddr json jsonb bytea date time timetz timestamp timestamptz',
    'interval boolean bool smallint integer int bigint int2 int4 int8 numeric decimal real float float4 float8 money',
    'tsvector tsquery',
  ]
    .flatMap((names) => names.split(' '))
    .concat('double precision', 'character varying')
    .concat('timestamp with time zone', 'timestamp without time zone'),
)

interface ReadSql {
  /** `select … from … where … order by … limit …` */
  rows: string
  /** The same without columns, order and limit, for counting. */
  all: string
}

interface Embed {
  item: EmbedItem
  alias: string
  relationship: Relationship
  sql: string
  needed: boolean
}

/**
 * SQL that reads what a node asks for.
 * @param source what stands after `from`: a table, a common table expression or a function call
 * @param table what is known of its columns; null: nothing
 * @param joined conditions that tie it to the row it is embedded in
 */
export function readSql(
  build: Build,
  source: string,
  table: Table | null,
  node: ReadNode,
  joined: (alias: string) => string[] = () => [],
): ReadSql {
  const alias = newAlias(build)
  const embeds = node.items
    .filter((item) => item.kind === 'embed')
    .map((item) => embedSql(build, requireTable(table, item), alias, item))
  const scope: Scope = { table, alias, embed: (name) => embedPresence(embeds, name) }
  const list = selectList(build, scope, node, embeds)
  const conditions = [
    ...joined(alias),
    ...node.conditions.map((condition) => conditionSql(build, scope, condition)),
    ...embeds
      .filter((embed) => embed.item.inner && !embed.item.spread)
      .map((embed) => `${embed.alias}.v is not null`),
  ]
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  const from = (which: Embed[]): string =>
    [` from ${source} as ${alias}`, ...which.map((embed) => embed.sql)].join(' ')
  const order = orderSql(build, scope, node.order, embeds)
  return {
    rows: `select ${list}${from(embeds)}${where}${order}${limitSql(build, node)}`,
    all: `select 1${from(embeds.filter((embed) => embed.needed))}${where}`,
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

function selectList(build: Build, scope: Scope, { items }: ReadNode, embeds: Embed[]): string {
  const columns = items.flatMap((item) => {
    if (item.kind === 'all') return [`${scope.alias}.*`]
    if (item.kind === 'embed') return []
    const sql = castSql(fieldSql(build, scope, item.field), item.cast)
    return [`${sql} as ${quote(item.alias ?? nameOf(item.field))}`]
  })
  return [...columns, ...embeds.flatMap(embedColumn)].join(', ')
}

function castSql(sql: string, cast: string | null): string {
  if (cast === null) return sql
  if (castTypes.has(cast.replace(/\[\]$/, ''))) return `cast(${sql} as ${cast})`
  throw badRequest('42704', `type "${cast}" does not exist`)
}

function nameOf({ column, path }: Field): string {
  const last = path.findLast(({ key }) => typeof key === 'string')
  return last === undefined ? column : String(last.key)
}

function embedColumn({ item, alias, relationship }: Embed): string[] {
  if (item.node.items.length === 0) return []
  if (item.spread) return [`${alias}.*`]
  const value = relationship.kind === 'to-one' ? `${alias}.v` : `coalesce(${alias}.v, '[]')`
  return [`${value} as ${quote(item.alias ?? item.relation)}`]
}

function embedSql(build: Build, origin: Table, originAlias: string, item: EmbedItem): Embed {
  const relationship = findRelationship(build.schema, origin, item.relation, item.hint)
  const { target, kind } = relationship
  if (item.spread && kind !== 'to-one') {
    const details = `'${origin.name}' and '${target.name}' do not form a to-one relationship`
    const message = `A spread operation on '${item.relation}' is not possible`
    throw badRequest('PGRST119', message, { details })
  }
  const isEmpty = item.node.items.length === 0
  const node: ReadNode = isEmpty ? { ...item.node, items: [{ kind: 'all' }] } : item.node
  const joined = (alias: string) => joinConditions(relationship, originAlias, alias)
  const { rows } = readSql(build, tableSql(target), target, node, joined)
  const alias = newAlias(build)
  const { list, from } =
    kind === 'to-one'
      ? { list: 'row_to_json(_r.*)', from: `(${rows}) as _r` }
      : listSql(build, rows)
  const lateral = item.spread ? rows : `select ${list} as v from ${from}`
  const join = item.spread && item.inner ? 'join' : 'left join'
  const sql = `${join} lateral (${lateral}) as ${alias} on true`
  return { item, alias, relationship, sql, needed: item.inner }
}

function joinConditions(relationship: Relationship, origin: string, target: string): string[] {
  const { junction, columns } = relationship
  if (junction === null)
    return columns.map(([from, to]) => `${target}.${quote(to)} = ${origin}.${quote(from)}`)
  const conditions = [
    ...columns.map(([from, to]) => `_j.${quote(to)} = ${origin}.${quote(from)}`),
    ...junction.columns.map(([from, to]) => `_j.${quote(from)} = ${target}.${quote(to)}`),
  ]
  return [
    `exists (select from "public".${quote(junction.table)} as _j where ${conditions.join(' and ')})`,
  ]
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
        : relatedOrderSql(build, scope.alias, term.field, term.relation, embeds)
    return `${sql}${term.descending ? ' desc' : ''}${term.nulls === null ? '' : ` nulls ${term.nulls}`}`
  })
  return ` order by ${parts.join(', ')}`
}

function relatedOrderSql(
  build: Build,
  origin: string,
  field: Field,
  relation: string,
  embeds: Embed[],
): string {
  const relationship = findEmbed(embeds, relation)?.relationship
  if (relationship === undefined)
    throw badRequest('PGRST108', `'${relation}' is not an embedded resource in this request`)
  const { kind, target } = relationship
  if (kind !== 'to-one')
    throw badRequest('PGRST118', `A related order on '${relation}' is not possible`)
  const alias = newAlias(build)
  const value = fieldSql(build, { table: target, alias }, field)
  const where = joinConditions(relationship, origin, alias).join(' and ')
  return `(select ${value} from ${tableSql(target)} as ${alias} where ${where} limit 1)`
}

/** The limit is a number of ours and stands in the text: PostgreSQL plans a known limit once for all its callers. */
function limitSql(build: Build, node: ReadNode): string {
  if (node.limit === Infinity) return ''
  const limit = Math.min(node.limit ?? maxRows, maxRows)
  const offset = node.offset === 0 ? '' : ` offset ${parameter(build, String(node.offset))}`
  return ` limit ${limit}${offset}`
}

/** The columns of the source that a node's answer is made from; null: all of them. */
export function columnsRead(build: Build, table: Table, node: ReadNode): Set<string> | null {
  const names = node.items.flatMap((item) => {
    if (item.kind === 'all') return [null]
    if (item.kind === 'column') return [item.field.column]
    const { columns } = findRelationship(build.schema, table, item.relation, item.hint)
    return columns.map(([from]) => from)
  })
  for (const { relation, field } of node.order) if (relation === null) names.push(field.column)
  const columns = new Set(names.filter((name) => name !== null))
  if (columns.size < new Set(names).size) return null
  for (const column of columns) columnSql(table, '', column)
  return columns
}
