import { createBadRequestError } from '../lib/errors.ts'
import type { Condition, Field, FilterTest } from '../query/ast.ts'
import {
  arrayLiteral,
  type SqlBuild,
  columnSql,
  findEmbed,
  addParameter,
  type NameScope,
} from './build.ts'

/** Returns SQL for a field, such as `column->key->>other`. */
export function fieldSql(
  build: SqlBuild,
  { table, alias }: Pick<NameScope, 'table' | 'alias'>,
  field: Field,
): string {
  const column = columnSql(table, alias, field.column)
  if (field.path.length === 0) return column
  const isJson = /^jsonb?$/.test(table?.columns.get(field.column)?.type ?? '')
  return field.path.reduce(
    (sql, { key, asText }) => {
      const step = typeof key === 'number' ? String(key) : `${addParameter(build, key)}::text`
      return `(${sql} ${asText ? '->>' : '->'} ${step})`
    },
    isJson ? column : `to_jsonb(${column})`,
  )
}

export function conditionSql(build: SqlBuild, scope: NameScope, condition: Condition): string {
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
function presenceSql(scope: NameScope, { column, path }: Field): string | null {
  const embed = path.length === 0 ? findEmbed(scope, column) : undefined
  if (embed === undefined || embed.item.spread) return null
  embed.needed = true
  return `${embed.alias}.v`
}

function testSql(build: SqlBuild, scope: NameScope, field: Field, test: FilterTest): string {
  const presence = test.kind === 'is' ? presenceSql(scope, field) : null
  const left = presence ?? fieldSql(build, scope, field)
  switch (test.kind) {
    case 'compare': {
      const { operator, quantifier, value } = test
      const given = addParameter(
        build,
        operator.endsWith('like') ? value.replaceAll('*', '%') : value,
      )
      return `${left} ${operator} ${quantifier === null ? given : `${quantifier}(${given})`}`
    }
    case 'in':
      return `${left} = any(${addParameter(build, arrayLiteral(test.values))})`
    case 'is':
      return `${left} is ${test.value.replace('_', ' ')}`
    case 'search': {
      const { configuration, parse, value } = test
      if (configuration !== null && !/^[a-z_]{1,63}$/.test(configuration))
        throw createBadRequestError('42704', 'text search configuration does not exist')
      const language =
        configuration === null ? '' : `${addParameter(build, configuration)}::regconfig, `
      const column = field.path.length === 0 ? scope.table?.columns.get(field.column) : undefined
      const isText = column !== undefined && column.type !== 'tsvector'
      const vector = isText ? `to_tsvector(${language}${left})` : left
      return `${vector} @@ ${parse}(${language}${addParameter(build, value)})`
    }
  }
}
