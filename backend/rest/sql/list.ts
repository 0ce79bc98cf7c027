import { badRequest } from '../errors.ts'
import type { AggregateItem, EmbedItem, Field, ReadNode, SelectItem } from '../query/ast.ts'
import type { Relationship } from '../schema/relationships.ts'
import type { Table } from '../schema/schema.ts'
import { type Build, quote } from './build.ts'
import { fieldSql } from './conditions.ts'

/** A column that a read gives, by which the read around it takes it over. */
export interface Output {
  name: string
  isJson: boolean
  /** What the read around it makes of it: an aggregate of a spread stands in the row that it is spread into. */
  aggregate: Pick<AggregateItem, 'call' | 'resultCast'> | null
}

/** A table within another's rows: joined, with the columns that it gives. */
export interface Embed {
  item: EmbedItem
  alias: string
  relationship: Relationship
  sql: string
  outputs: Output[]
  needed: boolean
}

/** One column of a select: its SQL, and whether rows are grouped by it where there are aggregates. */
interface Listed extends Output {
  sql: string
  isGrouping: boolean
}

interface From {
  table: Table | null
  alias: string
}

/**
 * What stands after `select` and, where aggregates are asked for, after `group by`.
 * @param isHoisting aggregates are left to the read around this one, and their values given
 */
export function listOf(
  build: Build,
  from: From,
  { items }: ReadNode,
  embeds: Embed[],
  isHoisting: boolean,
): { list: string; groupBy: string; outputs: Output[] } {
  const listed = [
    ...items.flatMap((item) =>
      item.kind === 'embed' ? [] : columnsOf(build, from, item, isHoisting),
    ),
    ...embeds.flatMap((embed) => embedded(embed, isHoisting)),
  ]
  const hasAggregates =
    !isHoisting &&
    (items.some(({ kind }) => kind === 'aggregate') ||
      embeds.some(({ outputs }) => outputs.some(({ aggregate }) => aggregate !== null)))
  if (hasAggregates) return grouped(from, listed)
  return {
    list: listed.map((each) => (each.sql === star ? `${from.alias}.*` : namedSql(each))).join(', '),
    groupBy: '',
    outputs: listed.flatMap((each) => (each.sql === star ? starOutputs(from.table) : [each])),
  }
}

/** Stays a star where it can: what the table has got since the catalogue was read is shown as well. */
const star = '*'

function starOutputs(table: Table | null): Output[] {
  const names = [...(table?.columns.keys() ?? [])]
  return names.map((name) => ({ name, isJson: false, aggregate: null }))
}

function grouped(
  { table, alias }: From,
  listed: Listed[],
): { list: string; groupBy: string; outputs: Output[] } {
  const columns = listed.flatMap((each) => {
    if (each.sql !== star) return [each]
    return starOutputs(table).map((output) => ({
      ...output,
      sql: `${alias}.${quote(output.name)}`,
      isGrouping: true,
    }))
  })
  // JSON cannot be compared, its binary form can.
  const comparable = columns.map((each) =>
    each.isJson ? { ...each, sql: `(${each.sql})::jsonb` } : each,
  )
  const positions = comparable.flatMap(({ isGrouping }, index) => (isGrouping ? [index + 1] : []))
  return {
    list: comparable.map(namedSql).join(', '),
    groupBy: positions.length === 0 ? '' : ` group by ${positions.join(', ')}`,
    outputs: columns,
  }
}

function namedSql({ sql, name }: Listed): string {
  return `${sql} as ${quote(name)}`
}

function columnsOf(
  build: Build,
  from: From,
  item: Exclude<SelectItem, EmbedItem>,
  isHoisting: boolean,
): Listed[] {
  if (item.kind === 'all')
    return [{ name: '', sql: star, isJson: false, aggregate: null, isGrouping: true }]
  const { field, cast, alias } = item
  const value = field === null ? '1' : castSql(valueSql(build, from, field), cast)
  if (item.kind === 'column')
    return [
      {
        name: alias ?? nameOf(item.field),
        sql: value,
        isJson: false,
        aggregate: null,
        isGrouping: true,
      },
    ]
  const { call, resultCast } = item
  const name = alias ?? call
  if (isHoisting)
    return [{ name, sql: value, isJson: false, aggregate: { call, resultCast }, isGrouping: false }]
  const sql = castSql(`${call}(${field === null ? '*' : value})`, resultCast)
  return [{ name, sql, isJson: false, aggregate: null, isGrouping: false }]
}

/** `count` without brackets counts rows, as it does in PostgreSQL for a table without such a column. */
function valueSql(build: Build, from: From, field: Field): string {
  return isRowCount(from.table, field) ? 'count(*)' : fieldSql(build, from, field)
}

export function isRowCount(table: Table | null, { column, path }: Field): boolean {
  if (column !== 'count' || path.length > 0 || table === null) return false
  return !table.columns.has(column) && !table.computed.has(column)
}

function embedded({ item, alias, relationship, outputs }: Embed, isHoisting: boolean): Listed[] {
  if (item.node.items.length === 0) return []
  if (!item.spread) {
    const value = relationship.kind === 'to-one' ? `${alias}.v` : `coalesce(${alias}.v, '[]')`
    const name = item.alias ?? item.relation
    return [{ name, sql: value, isJson: true, aggregate: null, isGrouping: true }]
  }
  return outputs.map(({ name, isJson, aggregate }) => {
    const value = `${alias}.${quote(name)}`
    if (aggregate === null) return { name, sql: value, isJson, aggregate, isGrouping: true }
    if (isHoisting) return { name, sql: value, isJson, aggregate, isGrouping: false }
    const sql = castSql(`${aggregate.call}(${value})`, aggregate.resultCast)
    return { name, sql, isJson: false, aggregate: null, isGrouping: false }
  })
}

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

function castSql(sql: string, cast: string | null): string {
  if (cast === null) return sql
  if (castTypes.has(cast.replace(/\[\]$/, ''))) return `cast(${sql} as ${cast})`
  throw badRequest('42704', `type "${cast}" does not exist`)
}

function nameOf({ column, path }: Field): string {
  const last = path.findLast(({ key }) => typeof key === 'string')
  return last === undefined ? column : String(last.key)
}
