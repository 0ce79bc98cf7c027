import { RestError } from '../errors.ts'
import type { EmbedItem, OrderTerm, ReadNode } from '../query/ast.ts'
import { findRelationship, type Relationship } from '../schema/relationships.ts'
import type { Table } from '../schema/schema.ts'
import { columnSql, newAlias, parameter, quote, tableSql, type Build } from './build.ts'
import { conditionSql, type Scope } from './conditions.ts'
import { castSql, fieldName, fieldSql } from './fields.ts'
import { listSql } from './list.ts'

/** At most this many rows of any one table come in one answer. */
export const maxRows = 1000

export interface ReadSql {
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
  const list = selectList(build, table, alias, node, embeds)
  const scope: Scope = { table, alias, embed: (name) => embedPresence(embeds, name) }
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
  const order = orderSql(build, table, alias, node.order, embeds)
  return {
    rows: `select ${list}${from(embeds)}${where}${order}${limitSql(build, node)}`,
    all: `select 1${from(embeds.filter((embed) => embed.needed))}${where}`,
  }
}

function requireTable(table: Table | null, item: EmbedItem): Table {
  if (table !== null) return table
  throw new RestError(
    400,
    'PGRST200',
    `Could not find a relationship to '${item.relation}' in the schema cache`,
  )
}

function selectList(
  build: Build,
  table: Table | null,
  alias: string,
  node: ReadNode,
  embeds: Embed[],
): string {
  const columns = node.items.flatMap((item) => {
    if (item.kind === 'all') return [`${alias}.*`]
    if (item.kind === 'embed') return []
    const sql = castSql(fieldSql(build, table, alias, item.field), item.cast)
    return [`${sql} as ${quote(item.alias ?? fieldName(item.field))}`]
  })
  return [...columns, ...embeds.flatMap(embedColumn)].join(', ')
}

function embedColumn({ item, alias, relationship }: Embed): string[] {
  if (item.node.items.length === 0) return []
  if (item.spread) return [`${alias}.*`]
  const name = quote(item.alias ?? item.relation)
  return [
    relationship.kind === 'to-one'
      ? `${alias}.v as ${name}`
      : `coalesce(${alias}.v, '[]') as ${name}`,
  ]
}

function embedSql(build: Build, origin: Table, originAlias: string, item: EmbedItem): Embed {
  const relationship = findRelationship(build.schema, origin, item.relation, item.hint)
  if (item.spread && relationship.kind !== 'to-one') {
    throw new RestError(
      400,
      'PGRST119',
      `A spread operation on '${item.relation}' is not possible`,
      {
        details: `'${origin.name}' and '${relationship.target.name}' do not form a to-one relationship`,
      },
    )
  }
  const node =
    item.node.items.length === 0 ? { ...item.node, items: [{ kind: 'all' as const }] } : item.node
  const { rows } = readSql(
    build,
    tableSql(relationship.target),
    relationship.target,
    node,
    (alias) => joinConditions(relationship, originAlias, alias),
  )
  const alias = newAlias(build)
  const { list, from } =
    relationship.kind === 'to-one'
      ? { list: 'row_to_json(_r.*)', from: `(${rows}) as _r` }
      : listSql(build, rows)
  const lateral = item.spread ? rows : `select ${list} as v from ${from}`
  const join = item.spread && item.inner ? 'join' : 'left join'
  return {
    item,
    alias,
    relationship,
    sql: `${join} lateral (${lateral}) as ${alias} on true`,
    needed: item.inner,
  }
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

function embedPresence(embeds: Embed[], name: string): string | null {
  const embed = embeds.find(({ item }) => (item.alias ?? item.relation) === name && !item.spread)
  if (embed === undefined) return null
  embed.needed = true
  return `${embed.alias}.v`
}

function orderSql(
  build: Build,
  table: Table | null,
  alias: string,
  terms: OrderTerm[],
  embeds: Embed[],
): string {
  if (terms.length === 0) return ''
  const parts = terms.map((term) => {
    const sql =
      term.relation === null
        ? fieldSql(build, table, alias, term.field)
        : relatedOrderSql(build, alias, term, term.relation, embeds)
    return `${sql}${term.descending ? ' desc' : ''}${term.nulls === null ? '' : ` nulls ${term.nulls}`}`
  })
  return ` order by ${parts.join(', ')}`
}

function relatedOrderSql(
  build: Build,
  origin: string,
  term: OrderTerm,
  relation: string,
  embeds: Embed[],
): string {
  const embed = embeds.find(({ item }) => (item.alias ?? item.relation) === relation)
  if (embed === undefined) {
    throw new RestError(
      400,
      'PGRST108',
      `'${relation}' is not an embedded resource in this request`,
    )
  }
  const { relationship } = embed
  if (relationship.kind !== 'to-one') {
    throw new RestError(400, 'PGRST118', `A related order on '${relation}' is not possible`)
  }
  const alias = newAlias(build)
  const value = fieldSql(build, relationship.target, alias, term.field)
  const where = joinConditions(relationship, origin, alias).join(' and ')
  return `(select ${value} from ${tableSql(relationship.target)} as ${alias} where ${where} limit 1)`
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
  const columns = new Set<string>()
  for (const item of node.items) {
    if (item.kind === 'all') return null
    if (item.kind === 'column') columns.add(item.field.column)
    else
      for (const [from] of findRelationship(build.schema, table, item.relation, item.hint).columns)
        columns.add(from)
  }
  for (const term of node.order) if (term.relation === null) columns.add(term.field.column)
  for (const column of columns) columnSql(table, '', column)
  return columns
}
