import { badRequest } from '../lib/errors.ts'
import type { Condition, Field, Test } from '../query/ast.ts'
import { arrayLiteral, type Build, columnSql, findEmbed, parameter, type Scope } from './build.ts'

/** Returns SQL for a field, such as `column->key->>other`. */
export function fieldSql(
  build: Build,
  { table, alias }: Pick<Scope, 'table' | 'alias'>,
  field: Field,
): string {
  const column = columnSql(table, alias, field.column)
  if (field.path.length === 0) return column
  const isJson = /^jsonb?$/.test(table?.columns.get(field.column)?.type ?? '')
  return field.path.reduce(
    (sql, { key, asText }) => {
      const step = typeof key === 'number' ? String(key) : `${parameter(build, key)}::text`
      return `(${sql} ${asText ? '->>' : '->'} ${step})`
    },
    isJson ? column : `to_jsonb(${column})`,
  )
}

export function conditionSql(build: Build, scope: Scope, condition: Condition): string {
  const sql =
    condition.kind === 'group'
      ? `(${condition.conditions.map((each) => conditionSql(build, scope, each)).join(` ${condition.operator} `)})`
      : testSql(build, scope, condition.field, condition.test)
  return condition.negated ? `not (${sql})` : sql
}

/**
 * Returns SQL that is null when the embedded relation of that name has no rows, and marks its join as needed. Returns null when no
 * such relation is embedded.
 */
function presenceSql(scope: Scope, { column, path }: Field): string | null {
  const embed = path.length === 0 ? findEmbed(scope, column) : undefined
  if (embed === undefined || embed.item.spread) return null
  embed.needed = true
  return `${embed.alias}.v`
}

function testSql(build: Build, scope: Scope, field: Field, test: Test): string {
  const presence = test.kind === 'is' ? presenceSql(scope, field) : null
  const left = presence ?? fieldSql(build, scope, field)
  switch (test.kind) {
    case 'compare': {
      const { operator, quantifier, value } = test
      const given = parameter(build, operator.endsWith('like') ? value.replaceAll('*', '%') : value)
      return `${left} ${operator} ${quantifier === null ? given : `${quantifier}(${given})`}`
    }
    case 'in':
      return `${left} = any(${parameter(build, arrayLiteral(test.values))})`
    case 'is':
      return `${left} is ${test.value.replace('_', ' ')}`
    case 'search': {
      const { configuration, parse, value } = test
      if (configuration !== null && !/^[a-z_]{1,63}$/.test(configuration))
        throw badRequest('42704', 'text search configuration does not exist')
      const language =
        configuration === null ? '' : `${parameter(build, configuration)}::regconfig, `
      const column = field.path.length === 0 ? scope.table?.columns.get(field.column) : undefined
      const isText = column !== undefined && column.type !== 'tsvector'
      const vector = isText ? `to_tsvector(${language}${left})` : left
      return `${vector} @@ ${parse}(${language}${parameter(build, value)})`
    }
  }
}
