import type { OrderTerm } from './ast.ts'
import { parseField } from './field.ts'
import { Scanner } from './scanner.ts'

/** `order=a.desc.nullslast,author(name),meta->>b.asc` */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms: OrderTerm[] = []
  do terms.push(parseTerm(scanner))
  while (scanner.eat(','))
  if (!scanner.done) scanner.fail('expected "," or the end')
  return terms
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
  const word = scanner.until('.,')
  if (word === 'asc' || word === 'desc') term.descending = word === 'desc'
  else if (word === 'nullsfirst') term.nulls = 'first'
  else if (word === 'nullslast') term.nulls = 'last'
  else scanner.fail('expected asc, desc, nullsfirst or nullslast')
}
