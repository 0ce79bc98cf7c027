import { aggregates, emptyNode, type EmbedItem, type SelectItem } from './ast.ts'
import { parsePath, Scanner } from './scanner.ts'

const maxDepth = 10

/** `select=id,price:unit_amount,meta->>a::text,prices!inner(id),...author(name),pages.sum()` */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text, 'select parameter')
  const items = text.trim() === '' ? [] : parseItems(scanner, 0)
  if (!scanner.done) scanner.fail('expected "," or the end')
  return items
}

function parseItems(scanner: Scanner, depth: number): SelectItem[] {
  if (depth > maxDepth) scanner.fail(`at most ${maxDepth} levels are embedded`)
  const items: SelectItem[] = []
  do {
    items.push(parseItem(scanner, depth))
    scanner.skipSpaces()
  } while (scanner.eat(','))
  return items
}

function parseItem(scanner: Scanner, depth: number): SelectItem {
  scanner.skipSpaces()
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
  if (name === 'count' && scanner.eat('()'))
    return {
      kind: 'aggregate',
      call: 'count',
      field: null,
      alias,
      cast: null,
      resultCast: parseCast(scanner),
    }
  if (scanner.sees('!') || scanner.sees('('))
    return parseEmbed(scanner, { alias, relation: name, spread: false }, depth)
  const field = { column: name, path: parsePath(scanner) }
  const cast = parseCast(scanner)
  const call = aggregates.find((each) => scanner.eat(`.${each}()`))
  if (call === undefined) return { kind: 'column', field, alias, cast }
  return { kind: 'aggregate', call, field, alias, cast, resultCast: parseCast(scanner) }
}

function parseCast(scanner: Scanner): string | null {
  return scanner.eat('::') ? scanner.until(',).').trim().toLowerCase() : null
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
  const items = scanner.sees(')') ? [] : parseItems(scanner, depth + 1)
  scanner.expect(')')
  return { kind: 'embed', ...start, hint, inner, node: { ...emptyNode(), items } }
}
