import { createParseError } from '../lib/errors.ts'
import type { Field, JsonStep } from './ast.ts'

/** Reads a part of the query string from left to right. Its errors have the status 400 and name the position. */
export class Scanner {
  readonly text: string
  readonly what: string
  at = 0

  constructor(text: string, what: string) {
    this.text = text
    this.what = what
  }

  get done(): boolean {
    return this.at >= this.text.length
  }

  fail(expected: string): never {
    throw createParseError(this.what, this.text, this.at, expected)
  }

  sees(token: string): boolean {
    return this.text.startsWith(token, this.at)
  }

  eat(token: string): boolean {
    if (!this.sees(token)) return false
    this.at += token.length
    return true
  }

  expect(token: string): void {
    if (!this.eat(token)) this.fail(`expected "${token}"`)
  }

  /** Consumes and returns the text that a sticky pattern matches at the current position, or ''. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const taken = pattern.exec(this.text)?.[0] ?? ''
    this.at += taken.length
    return taken
  }

  skipSpaces(): void {
    this.take(/ */y)
  }

  /** Reads a name. It must be in double quotes if it contains anything but letters, digits, `_`, `$`, spaces and `-`. */
  name(): string {
    this.skipSpaces()
    if (this.sees('"')) return this.quoted()
    const name = this.take(/(?:[\p{L}\p{N}_ $]|-(?!>))*/uy).trim()
    return name === '' ? this.fail('expected a name') : name
  }

  /** Reads text in double quotes, in which `\` precedes a literal quote or backslash. */
  quoted(): string {
    const text = this.take(/"(?:[^"\\]|\\.)*"/sy)
    if (text === '') this.fail('expected a closing quote')
    return text.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
  }

  /** Reads one or more items separated by commas; spaces around items are ignored. */
  list<T>(read: () => T): T[] {
    const all: T[] = []
    do {
      this.skipSpaces()
      all.push(read())
      this.skipSpaces()
    } while (this.eat(','))
    return all
  }
}

/** Parses a text with `read`. Fails when any text is left. */
export function parseWholeText<T>(text: string, what: string, read: (scanner: Scanner) => T): T {
  const scanner = new Scanner(text, what)
  const value = read(scanner)
  if (!scanner.done) scanner.fail('expected "," or the end')
  return value
}

/** Parses `column` or `column->key->0->>key`. */
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
  const key = scanner.take(/(?:(?!->)[^.,:()])*/y)
  if (key === '') scanner.fail('expected a key')
  return /^-?\d{1,9}$/.test(key) ? Number(key) : key
}
