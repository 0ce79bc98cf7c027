import { createBadRequestError } from '../lib/errors.ts'
import type { Aggregate, ColumnItem, Field, SelectItem } from '../query/ast.ts'
import type { Table } from '../schema/schema.ts'
import {
  type SqlBuild,
  type EmbeddedRelation,
  type OutputColumn,
  quoteName,
  type NameScope,
} from './build.ts'
import { fieldSql } from './conditions.ts'

/** A column of a `select` list. `isGrouping` is true when rows are grouped by it if the list has aggregates. */
interface Listed extends OutputColumn {
  sql: string
  isGrouping: boolean
}

function listed(name: string, sql: string, more: Partial<Listed> = {}): Listed {
  return { name, sql, isJson: false, hoisted: null, isGrouping: true, ...more }
}

/**
 * Returns SQL for the `select` list and, with aggregates, for `group by`.
 * @param isHoisting returns the aggregated values, and leaves the aggregates to the surrounding query
 */
export function selectListSql(
  build: SqlBuild,
  scope: NameScope,
  items: SelectItem[],
  isHoisting: boolean,
): { list: string; groupBy: string; outputs: OutputColumn[] } {
  // Selects `*` where possible, so that columns that were added after the catalogue was read are included.
  const star = `${scope.alias}.*`
  const all = [
    ...items.flatMap((item) => {
      if (item.kind === 'embed') return []
      return [item.kind === 'all' ? listed('', star) : columnOf(build, scope, item, isHoisting)]
    }),
    ...scope.embeds.flatMap((embed) => embedded(embed, isHoisting)),
  ]
  const outputs = all.flatMap((each) => (each.sql === star ? columnsOf(scope) : [each]))
  if (isHoisting || all.every(({ isGrouping }) => isGrouping)) {
    const list = all.map((each) => (each.sql === star ? star : namedSql(each)))
    return { list: list.join(', '), groupBy: '', outputs }
  }
  // PostgreSQL cannot compare values of type json for grouping, but it can compare jsonb.
  const list = outputs.map((each) =>
    namedSql(each.isJson ? { ...each, sql: `(${each.sql})::jsonb` } : each),
  )
  const places = outputs.flatMap(({ isGrouping }, index) => (isGrouping ? [index + 1] : []))
  const groupBy = places.length === 0 ? '' : ` group by ${places.join(', ')}`
  return { list: list.join(', '), groupBy, outputs }
}

function namedSql({ sql, name }: Listed): string {
  return `${sql} as ${quoteName(name)}`
}

function columnsOf({ table, alias }: NameScope): Listed[] {
  return [...(table?.columns.keys() ?? [])].map((name) =>
    listed(name, `${alias}.${quoteName(name)}`),
  )
}

function columnOf(
  build: SqlBuild,
  scope: NameScope,
  { field, cast, aggregate, alias }: ColumnItem,
  isHoisting: boolean,
): Listed {
  const value = field === null ? '1' : castSql(valueSql(build, scope, field), cast)
  if (aggregate !== null) return aggregated(alias ?? aggregate.call, value, aggregate, isHoisting)
  return listed(alias ?? nameOf(field), value)
}

function aggregated(name: string, value: string, hoisted: Aggregate, isHoisting: boolean): Listed {
  if (isHoisting) return listed(name, value, { hoisted, isGrouping: false })
  const sql = castSql(`${hoisted.call}(${value})`, hoisted.resultCast)
  return listed(name, sql, { isGrouping: false })
}

/** Returns SQL for a field. `count` without parentheses counts rows, as in PostgreSQL, if the table has no such column. */
function valueSql(build: SqlBuild, scope: NameScope, field: Field): string {
  return isRowCount(scope.table, field) ? 'count(*)' : fieldSql(build, scope, field)
}

export function isRowCount(table: Table | null, { column, path }: Field): boolean {
  if (column !== 'count' || path.length > 0 || table === null) return false
  return !table.columns.has(column) && !table.computed.has(column)
}

function embedded(
  { item, alias, relationship, outputs }: EmbeddedRelation,
  isHoisting: boolean,
): Listed[] {
  if (item.node.items.length === 0) return []
  if (!item.spread) {
    const value = relationship.isOne ? `${alias}.v` : `coalesce(${alias}.v, '[]')`
    return [listed(item.alias ?? item.relation, value, { isJson: true })]
  }
  return outputs.map(({ name, isJson, hoisted }) => {
    const value = `${alias}.${quoteName(name)}`
    return hoisted === null
      ? listed(name, value, { isJson })
      : aggregated(name, value, hoisted, isHoisting)
  })
}

/** Types that `::` may name, also as arrays. */
const castTypes = new Set(
  (
    'text,varchar,char,bpchar,name,citext,uuid,inet,cidr,macaddr,json,jsonb,bytea,date,time,timetz,timestamp,' +
    'timestamptz,interval,boolean,bool,smallint,integer,int,bigint,int2,int4,int8,numeric,decimal,real,float,float4,' +
    'float8,money,tsvector,tsquery,double precision,character varying,timestamp with time zone,timestamp without time zone'
  ).split(','),
)

function castSql(sql: string, cast: string | null): string {
  if (cast === null) return sql
  if (castTypes.has(cast.replace(/\[\]$/, ''))) return `cast(${sql} as ${cast})`
  throw createBadRequestError('42704', `type "${cast}" does not exist`)
}

function nameOf(field: Field | null): string {
  const last = field?.path.findLast(({ key }) => typeof key === 'string')
  return last === undefined ? (field?.column ?? 'count') : String(last.key)
}
