import {
  aggregates,
  type ColumnItem,
  type EmbedItem,
  createEmptyReadNode,
  type SelectItem,
} from './ast.ts'
import { parsePath, type Scanner } from './scanner.ts'

const maxDepth = 10

/** Parses the value of `select=id,price:unit_amount,meta->>a::text,prices!inner(id),...author(name),pages.sum()`. */
export function parseSelectItems(scanner: Scanner, depth = 0): SelectItem[] {
  if (depth > maxDepth) scanner.fail(`at most ${maxDepth} levels are embedded`)
  return scanner.list(() => parseItem(scanner, depth))
}

function parseItem(scanner: Scanner, depth: number): SelectItem {
  if (scanner.eat('...'))
    return parseEmbed(scanner, { alias: null, relation: scanner.name(), spread: true }, depth)
  if (scanner.eat('*')) return { kind: 'all' }
  let name = scanner.name()
  let alias: string | null = null
  if (scanner.sees(':') && !scanner.sees('::')) {
    scanner.expect(':')
    alias = name
    name = scanner.name()
  }
  if (name === 'count' && scanner.eat('()')) {
    const aggregate = { call: 'count', resultCast: parseCast(scanner) } as const
    return { kind: 'column', field: null, cast: null, aggregate, alias }
  }
  if (scanner.sees('!') || scanner.sees('('))
    return parseEmbed(scanner, { alias, relation: name, spread: false }, depth)
  const field = { column: name, path: parsePath(scanner) }
  const cast = parseCast(scanner)
  return { kind: 'column', field, cast, aggregate: parseAggregate(scanner), alias }
}

function parseAggregate(scanner: Scanner): ColumnItem['aggregate'] {
  const call = aggregates.find((each) => scanner.eat(`.${each}()`))
  return call === undefined ? null : { call, resultCast: parseCast(scanner) }
}

function parseCast(scanner: Scanner): string | null {
  return scanner.eat('::')
    ? scanner
        .take(/[^,).]*/y)
        .trim()
        .toLowerCase()
    : null
}

function parseEmbed(
  scanner: Scanner,
  start: Pick<EmbedItem, 'alias' | 'relation' | 'spread'>,
  depth: number,
): EmbedItem {
  let hint: string | null = null
  let inner = false
  while (scanner.eat('!')) {
    const word = scanner.name()
    if (word === 'inner') inner = true
    else if (word !== 'left') hint = word
  }
  scanner.expect('(')
  scanner.skipSpaces()
  const items = scanner.sees(')') ? [] : parseSelectItems(scanner, depth + 1)
  scanner.expect(')')
  return { kind: 'embed', ...start, hint, inner, node: { ...createEmptyReadNode(), items } }
}
