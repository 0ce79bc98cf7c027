import type { Field, JsonStep } from './ast.ts'
import type { Scanner } from './scanner.ts'

/** `column`, `column->key->0->>key` */
export function parseField(scanner: Scanner): Field {
  return { column: scanner.name(), path: parsePath(scanner) }
}

export function parsePath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = []
  while (scanner.eat('->')) {
    const asText = scanner.eat('>')
    path.push({ key: parseKey(scanner), asText })
  }
  return path
}

function parseKey(scanner: Scanner): string | number {
  if (scanner.sees('"')) return scanner.quoted()
  const start = scanner.at
  while (!scanner.done && !/[.,:()]/.test(scanner.text[scanner.at] ?? '') && !scanner.sees('->'))
    scanner.at++
  const key = scanner.text.slice(start, scanner.at)
  if (key === '') scanner.fail('expected a key')
  return /^-?\d{1,9}$/.test(key) ? Number(key) : key
}
