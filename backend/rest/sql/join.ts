import type { Relationship } from '../schema/relationships.ts'
import type { Table } from '../schema/schema.ts'
import { type Build, nameSql, quote, rowSql } from './build.ts'

/** Where the related rows of a row come from, and the conditions under which they are its own. */
export function joinSql(
  build: Build,
  { by, target }: Relationship,
  origin: { table: Table; alias: string },
): { source: string; conditions: (alias: string) => string[] } {
  if ('function' in by) {
    const called = nameSql({ schema: by.schema, name: by.function })
    return { source: `${called}(${rowSql(origin.table, origin.alias)})`, conditions: () => [] }
  }
  const { columns, junction } = by
  const source = nameSql(target)
  if (junction === null) {
    const conditions = (alias: string) =>
      columns.map(([from, to]) => `${alias}.${quote(to)} = ${origin.alias}.${quote(from)}`)
    return { source, conditions }
  }
  const conditions = (alias: string): string[] => {
    const both = [
      ...columns.map(([from, to]) => `_j.${quote(to)} = ${origin.alias}.${quote(from)}`),
      ...junction.columns.map(([from, to]) => `_j.${quote(from)} = ${alias}.${quote(to)}`),
    ]
    const table = nameSql({ schema: build.schema.name, name: junction.table })
    return [`exists (select from ${table} as _j where ${both.join(' and ')})`]
  }
  return { source, conditions }
}
