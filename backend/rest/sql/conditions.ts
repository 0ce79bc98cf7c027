import { badRequest } from '../errors.ts'
import { comparisons, type Condition, type Field, searches, type Test } from '../query/ast.ts'
import type { Table } from '../schema/schema.ts'
import { arrayLiteral, columnSql, parameter, type Build } from './build.ts'

const jsonTypes = new Set(['json', 'jsonb'])

/** `column->key->>other` */
export function fieldSql(
  build: Build,
  { table, alias }: Pick<Scope, 'table' | 'alias'>,
  field: Field,
): string {
  const column = columnSql(table, alias, field.column)
  if (field.path.length === 0) return column
  const type = table?.columns.get(field.column)?.type ?? ''
  const start = jsonTypes.has(type) ? column : `to_jsonb(${column})`
  return field.path.reduce((sql, { key, asText }) => {
    const step = typeof key === 'number' ? String(key) : `${parameter(build, key)}::text`
    return `(${sql} ${asText ? '->>' : '->'} ${step})`
  }, start)
}

/** Where conditions look: a table's columns, and the embeds whose absence can be asked for. */
export interface Scope {
  table: Table | null
  alias: string
  /** SQL that is null when the embed of that name found nothing. Asking for it makes the join needed. */
  embed: (name: string) => string | null
}

export function conditionSql(build: Build, scope: Scope, condition: Condition): string {
  if (condition.kind === 'group') {
    const parts = condition.conditions.map((each) => conditionSql(build, scope, each))
    return negate(`(${parts.join(` ${condition.operator} `)})`, condition.negated)
  }
  const { field, test } = condition
  const isPlain = field.path.length === 0
  const embed = isPlain && test.kind === 'is' ? scope.embed(field.column) : null
  const left = embed ?? fieldSql(build, scope, field)
  const type = isPlain ? (scope.table?.columns.get(field.column)?.type ?? null) : null
  return negate(testSql(build, left, type, test), condition.negated)
}

function negate(sql: string, negated: boolean): string {
  return negated ? `not (${sql})` : sql
}

function testSql(build: Build, left: string, type: string | null, test: Test): string {
  switch (test.kind) {
    case 'compare': {
      const isPattern = test.operator === 'like' || test.operator === 'ilike'
      const value = parameter(build, isPattern ? test.value.replaceAll('*', '%') : test.value)
      const right = test.quantifier === null ? value : `${test.quantifier}(${value})`
      return `${left} ${comparisons[test.operator]} ${right}`
    }
    case 'in':
      return `${left} = any(${parameter(build, arrayLiteral(test.values))})`
    case 'is':
      return `${left} is ${test.value.replace('_', ' ')}`
    case 'search':
      return searchSql(build, left, type, test)
  }
}

function searchSql(
  build: Build,
  left: string,
  type: string | null,
  { configuration, operator, value }: Extract<Test, { kind: 'search' }>,
): string {
  if (configuration !== null && !/^[a-z_]{1,63}$/.test(configuration))
    throw badRequest('42704', 'text search configuration does not exist')
  const language = configuration === null ? '' : `${parameter(build, configuration)}::regconfig, `
  const vector = type === 'tsvector' || type === null ? left : `to_tsvector(${language}${left})`
  return `${vector} @@ ${searches[operator]}(${language}${parameter(build, value)})`
}
