import { RestError } from '../errors.ts'
import type { ComparisonOperator, Condition, IsValue, SearchOperator, Test } from '../query/ast.ts'
import type { Table } from '../schema/schema.ts'
import { arrayLiteral, parameter, type Build } from './build.ts'
import { fieldSql } from './fields.ts'

const operators: Record<ComparisonOperator, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

const searchFunctions: Record<SearchOperator, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

const isWords: Record<IsValue, string> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
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
  const embed = field.path.length === 0 && test.kind === 'is' ? scope.embed(field.column) : null
  const left = embed ?? fieldSql(build, scope.table, scope.alias, field)
  const isPlainColumn = field.path.length === 0
  const type = isPlainColumn ? (scope.table?.columns.get(field.column)?.type ?? null) : null
  return negate(testSql(build, left, type, test), condition.negated)
}

function negate(sql: string, negated: boolean): string {
  return negated ? `not (${sql})` : sql
}

function testSql(build: Build, left: string, type: string | null, test: Test): string {
  switch (test.kind) {
    case 'compare':
      return compareSql(build, left, test)
    case 'in':
      return `${left} = any(${parameter(build, arrayLiteral(test.values))})`
    case 'is':
      return `${left} is ${isWords[test.value]}`
    case 'search':
      return searchSql(build, left, type, test)
  }
}

function compareSql(build: Build, left: string, test: Extract<Test, { kind: 'compare' }>): string {
  const isPattern = test.operator === 'like' || test.operator === 'ilike'
  const value = parameter(build, isPattern ? test.value.replaceAll('*', '%') : test.value)
  const right = test.quantifier === null ? value : `${test.quantifier}(${value})`
  return `${left} ${operators[test.operator]} ${right}`
}

function searchSql(
  build: Build,
  left: string,
  type: string | null,
  test: Extract<Test, { kind: 'search' }>,
): string {
  if (test.configuration !== null && !/^[a-z_]{1,63}$/.test(test.configuration)) {
    throw new RestError(400, '42704', 'text search configuration does not exist')
  }
  const configuration =
    test.configuration === null ? '' : `${parameter(build, test.configuration)}::regconfig, `
  const vector =
    type === 'tsvector' || type === null ? left : `to_tsvector(${configuration}${left})`
  return `${vector} @@ ${searchFunctions[test.operator]}(${configuration}${parameter(build, test.value)})`
}
