import { RestError } from '../errors.ts'
import type { Field } from '../query/ast.ts'
import type { Table } from '../schema/schema.ts'
import { columnSql, parameter, type Build } from './build.ts'

const jsonTypes = new Set(['json', 'jsonb'])

/** Types that `::` may name, as they are typed and as PostgreSQL spells them. */
const castTypes = new Map(
  [
    'text varchar char bpchar name citext uuid inet cidr macaddr json jsonb bytea date time timetz timestamp timestamptz',
    'interval boolean bool smallint integer int bigint int2 int4 int8 numeric decimal real float float4 float8 money',
    'tsvector tsquery',
  ]
    .flatMap((names) => names.split(' '))
    .concat(
      'double precision',
      'character varying',
      'timestamp with time zone',
      'timestamp without time zone',
    )
    .flatMap((name) => [
      [name, name],
      [`${name}[]`, `${name}[]`],
    ]),
)

/** `column->key->>other` */
export function fieldSql(build: Build, table: Table | null, alias: string, field: Field): string {
  const column = columnSql(table, alias, field.column)
  if (field.path.length === 0) return column
  const type = table?.columns.get(field.column)?.type ?? ''
  const start = jsonTypes.has(type) ? column : `to_jsonb(${column})`
  return field.path.reduce((sql, step) => {
    const key =
      typeof step.key === 'number' ? String(step.key) : `${parameter(build, step.key)}::text`
    return `(${sql} ${step.asText ? '->>' : '->'} ${key})`
  }, start)
}

export function castSql(sql: string, cast: string | null): string {
  if (cast === null) return sql
  const type = castTypes.get(cast)
  if (type === undefined) throw new RestError(400, '42704', `type "${cast}" does not exist`)
  return `cast(${sql} as ${type})`
}

/** The key under which a field appears in the answer. */
export function fieldName(field: Field): string {
  const last = field.path.findLast((step) => typeof step.key === 'string')
  return last === undefined ? field.column : String(last.key)
}
