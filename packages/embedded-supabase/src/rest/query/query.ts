import { createBadRequestError, createParseError } from '../lib/errors.ts'
import { createEmptyReadNode, type OrderTerm, type ParsedQuery, type ReadNode } from './ast.ts'
import { parseFilter, parseConditionGroup } from './filter.ts'
import { parseField, parseWholeText, Scanner } from './scanner.ts'
import { parseSelectItems } from './select.ts'

const maxParameters = 200

/**
 * Parses a query string. Parameters of embedded tables (`prices.order=…`) are stored in the nodes of these tables.
 * @param argNames names of parameters that are arguments of the called function instead of filters
 * @throws ApiError 400 PGRST100 that names the part that is invalid
 */
export function parseQuery(query: string, argNames: ReadonlySet<string> | null): ParsedQuery {
  const parameters = [...new URLSearchParams(query)]
  if (parameters.length > maxParameters)
    throw createParseError('query string', '…', 0, `at most ${maxParameters} parameters`)
  const parsed: ParsedQuery = {
    root: createEmptyReadNode(),
    columns: null,
    onConflict: null,
    args: [],
  }
  const [, select = ''] = parameters.findLast(([name]) => name === 'select') ?? []
  parsed.root.items =
    select.trim() === ''
      ? [{ kind: 'all' }]
      : parseWholeText(select, 'select parameter', (scanner) => parseSelectItems(scanner))
  for (const [name, value] of parameters) {
    if (argNames?.has(name)) parsed.args.push([name, value])
    else if (name !== 'select') applyParameter(parsed, name, value)
  }
  return parsed
}

function applyParameter(parsed: ParsedQuery, name: string, value: string): void {
  if (name === 'columns') parsed.columns = parseNames(value, 'columns parameter')
  else if (name === 'on_conflict') parsed.onConflict = parseNames(value, 'on_conflict parameter')
  else applyToNode(parsed.root, name, value)
}

function applyToNode(root: ReadNode, name: string, value: string): void {
  const { node, last } = resolve(root, name)
  if (/^(not\.)?(and|or)$/.test(last)) node.conditions.push(parseConditionGroup(last, value))
  else if (last === 'order') node.order = value === '' ? [] : parseOrder(value)
  else if (last === 'limit') node.limit = parseCount('limit', value)
  else if (last === 'offset') node.offset = parseCount('offset', value)
  else node.conditions.push(parseFilter(parseWholeText(last, 'filter key', parseField), value))
}

/**
 * Finds the node of a parameter `a.b.column`: that of the embed b within the embed a. Returns the node and the rest of the name.
 */
function resolve(root: ReadNode, name: string): { node: ReadNode; last: string } {
  const scanner = new Scanner(name, 'filter key')
  let node = root
  for (;;) {
    const rest = name.slice(scanner.at)
    if (/^not\.(and|or)$/.test(rest)) return { node, last: rest }
    const part = scanner.name()
    if (!scanner.eat('.')) return { node, last: rest }
    node = embeddedNode(node, part, name)
  }
}

function embeddedNode(node: ReadNode, name: string, key: string): ReadNode {
  for (const item of node.items)
    if (item.kind === 'embed' && (item.alias ?? item.relation) === name) return item.node
  throw createBadRequestError('PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    details: key.length > 200 ? null : `In the parameter '${key}'`,
  })
}

/** Parses the value of `order=a.desc.nullslast,author(name),meta->>b.asc`. */
function parseOrder(text: string): OrderTerm[] {
  return parseWholeText(text, 'order', (scanner) => scanner.list(() => parseTerm(scanner)))
}

function parseTerm(scanner: Scanner): OrderTerm {
  let field = parseField(scanner)
  let relation: string | null = null
  if (field.path.length === 0 && scanner.eat('(')) {
    relation = field.column
    field = parseField(scanner)
    scanner.expect(')')
  }
  const term: OrderTerm = { relation, field, descending: false, nulls: null }
  while (scanner.eat('.')) applyModifier(scanner, term)
  return term
}

function applyModifier(scanner: Scanner, term: OrderTerm): void {
  const word = scanner.take(/[^.,]*/y)
  if (word === 'asc' || word === 'desc') term.descending = word === 'desc'
  else if (word === 'nullsfirst') term.nulls = 'first'
  else if (word === 'nullslast') term.nulls = 'last'
  else scanner.fail('expected asc, desc, nullsfirst or nullslast')
}

function parseNames(text: string, what: string): string[] {
  if (text === '') return []
  return parseWholeText(text, what, (scanner) => scanner.list(() => scanner.name()))
}

function parseCount(what: string, text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw createParseError(what, text, 0, 'expected a whole number from 0')
  return Number(text)
}
