import { comparisons, type Condition, type Field, searches, type Test } from './ast.ts'
import { parseField, Scanner } from './scanner.ts'

const maxDepth = 10
const quantifiable = new Set('eq gt gte lt lte like ilike match imatch'.split(' '))

/** The right side of `column=not.eq.value`: everything after the operator is the value. */
export function parseFilter(field: Field, text: string): Condition {
  const scanner = new Scanner(text, 'filter')
  const { negated, test } = parseTest(scanner, () => scanner.rest())
  if (!scanner.done) scanner.fail('expected the end of the filter')
  return { kind: 'filter', field, negated, test }
}

/** The right side of `or=(a.eq.1,and(b.gt.2,c.is.null))`. */
export function parseGroup(operator: 'and' | 'or', negated: boolean, text: string): Condition {
  const scanner = new Scanner(text, 'logic tree')
  const conditions = parseConditions(scanner, 0)
  if (!scanner.done) scanner.fail('expected the end of the logic tree')
  return { kind: 'group', operator, negated, conditions }
}

function parseConditions(scanner: Scanner, depth: number): Condition[] {
  if (depth > maxDepth) scanner.fail(`at most ${maxDepth} levels are nested`)
  scanner.expect('(')
  const conditions: Condition[] = []
  do {
    scanner.skipSpaces()
    conditions.push(parseCondition(scanner, depth))
    scanner.skipSpaces()
  } while (scanner.eat(','))
  scanner.expect(')')
  return conditions
}

function parseCondition(scanner: Scanner, depth: number): Condition {
  const group = /^(not\.)?(and|or)\(/.exec(scanner.text.slice(scanner.at, scanner.at + 8))
  if (group !== null) {
    scanner.at += group[0].length - 1
    const operator = group[2] === 'or' ? 'or' : 'and'
    return {
      kind: 'group',
      operator,
      negated: group[1] !== undefined,
      conditions: parseConditions(scanner, depth + 1),
    }
  }
  const field = parseField(scanner)
  scanner.expect('.')
  const { negated, test } = parseTest(scanner, () => parseListedValue(scanner))
  return { kind: 'filter', field, negated, test }
}

function parseTest(scanner: Scanner, readValue: () => string): { negated: boolean; test: Test } {
  const negated = scanner.eat('not.')
  const operator = scanner.until('.(')
  const argument = scanner.eat('(') ? scanner.until(')') : null
  if (argument !== null) scanner.expect(')')
  scanner.expect('.')
  return { negated, test: buildTest(scanner, operator, argument, readValue) }
}

function buildTest(
  scanner: Scanner,
  operator: string,
  argument: string | null,
  readValue: () => string,
): Test {
  if (isKey(comparisons, operator)) {
    const quantifier = argument === 'any' || argument === 'all' ? argument : null
    if (argument !== quantifier || (quantifier !== null && !quantifiable.has(operator)))
      scanner.fail('unknown argument')
    return { kind: 'compare', operator, quantifier, value: readValue() }
  }
  if (isKey(searches, operator))
    return { kind: 'search', operator, configuration: argument, value: readValue() }
  if (argument === null && operator === 'in') return { kind: 'in', values: parseList(scanner) }
  if (argument !== null || operator !== 'is') return scanner.fail('expected an operator')
  const value = readValue().toLowerCase()
  if (/^(null|not_null|true|false|unknown)$/.test(value)) return { kind: 'is', value }
  return scanner.fail('expected null, not_null, true, false or unknown')
}

function isKey<T extends object>(table: T, name: string): name is keyof T & string {
  return Object.hasOwn(table, name)
}

function parseList(scanner: Scanner): string[] {
  scanner.expect('(')
  if (scanner.eat(')')) return []
  const values: string[] = []
  do values.push(parseListedValue(scanner))
  while (scanner.eat(','))
  scanner.expect(')')
  return values
}

/** A value that ends at `,` or `)`; in double quotes or as an array literal it may hold them. */
function parseListedValue(scanner: Scanner): string {
  const start = scanner.at
  if (scanner.sees('"')) {
    const value = scanner.quoted()
    if (scanner.done || scanner.sees(',') || scanner.sees(')')) return value
    scanner.at = start
  }
  if (scanner.sees('{')) {
    const value = scanner.until('}')
    if (scanner.eat('}')) return `${value}}`
    scanner.at = start
  }
  return scanner.until(',)')
}
