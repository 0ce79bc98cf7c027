import type { Condition, Field, FilterTest } from './ast.ts'
import { parseField, parseWholeText, type Scanner } from './scanner.ts'

const maxDepth = 10
/** Maps PostgREST's names of comparison operators to PostgreSQL's operators. */
const comparisons = new Map(
  Object.entries({
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
  }),
)
const quantifiable = new Set('eq gt gte lt lte like ilike match imatch'.split(' '))
/** Maps PostgREST's operators of full-text search to PostgreSQL's functions that parse the value. */
const searches = new Map([
  ['fts', 'to_tsquery'],
  ['plfts', 'plainto_tsquery'],
  ['phfts', 'phraseto_tsquery'],
  ['wfts', 'websearch_to_tsquery'],
])

/** Parses the right side of `column=not.eq.value`. Everything after the operator is the value. */
export function parseFilter(field: Field, text: string): Condition {
  return parseWholeText(text, 'filter', (scanner) =>
    parseTest(scanner, field, () => scanner.take(/.*/sy)),
  )
}

/** Parses the right side of `or=(a.eq.1,and(b.gt.2,c.is.null))`. `word` is the left side: `or`, `and`, `not.or` or `not.and`. */
export function parseConditionGroup(word: string, text: string): Condition {
  return parseWholeText(text, 'logic tree', (scanner) => groupOf(scanner, word, 0))
}

function groupOf(scanner: Scanner, word: string, depth: number): Condition {
  if (depth > maxDepth) scanner.fail(`at most ${maxDepth} levels are nested`)
  scanner.expect('(')
  const conditions = scanner.list(() => parseCondition(scanner, depth))
  scanner.expect(')')
  const operator = word.endsWith('or') ? 'or' : 'and'
  return { kind: 'group', operator, negated: word.startsWith('not.'), conditions }
}

function parseCondition(scanner: Scanner, depth: number): Condition {
  const [word] =
    /^(?:not\.)?(?:and|or)(?=\()/.exec(scanner.text.slice(scanner.at, scanner.at + 8)) ?? []
  if (word !== undefined && scanner.eat(word)) return groupOf(scanner, word, depth + 1)
  const field = parseField(scanner)
  scanner.expect('.')
  return parseTest(scanner, field, () => parseListedValue(scanner))
}

function parseTest(scanner: Scanner, field: Field, readValue: () => string): Condition {
  const negated = scanner.eat('not.')
  const operator = scanner.take(/[^.(]*/y)
  const argument = scanner.eat('(') ? scanner.take(/[^)]*/y) : null
  if (argument !== null) scanner.expect(')')
  scanner.expect('.')
  return { kind: 'filter', field, negated, test: buildTest(scanner, operator, argument, readValue) }
}

function buildTest(
  scanner: Scanner,
  name: string,
  argument: string | null,
  readValue: () => string,
): FilterTest {
  const operator = comparisons.get(name)
  if (operator !== undefined) {
    const isQuantified = /^(any|all)$/.test(argument ?? '') && quantifiable.has(name)
    if (argument !== null && !isQuantified) scanner.fail('unknown argument')
    return { kind: 'compare', operator, quantifier: argument, value: readValue() }
  }
  const parse = searches.get(name)
  if (parse !== undefined)
    return { kind: 'search', parse, configuration: argument, value: readValue() }
  if (argument === null && name === 'in') return { kind: 'in', values: parseList(scanner) }
  if (argument !== null || name !== 'is') return scanner.fail('expected an operator')
  const value = readValue().toLowerCase()
  if (/^(null|not_null|true|false|unknown)$/.test(value)) return { kind: 'is', value }
  return scanner.fail('expected null, not_null, true, false or unknown')
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

/** Reads a value that ends before `,` or `)`. In double quotes, or as an array literal, it may contain these characters. */
function parseListedValue(scanner: Scanner): string {
  const start = scanner.at
  if (scanner.sees('"')) {
    const value = scanner.quoted()
    if (scanner.done || scanner.sees(',') || scanner.sees(')')) return value
    scanner.at = start
  }
  return scanner.take(/\{[^}]*\}/y) || scanner.take(/[^,)]*/y)
}
