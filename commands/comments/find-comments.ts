import { parseSync } from 'oxc-parser'

export interface Comment {
  /** The comment on one line, without comment delimiters. */
  text: string
  /** The line number, from 1. */
  line: number
}

/** Returns the comments of a TypeScript, SQL or CSS file. Consecutive line comments are one comment. */
export function findComments(file: string, source: string): Comment[] {
  if (file.endsWith('.sql'))
    return matchComments(source, /^[ \t]*--[ \t]?(?<body>.*(?:\n[ \t]*--.*)*)/gm)
  if (file.endsWith('.css')) return matchComments(source, /\/\*(?<body>[^]*?)\*\//g)
  return commentsOfCode(file, source)
}

function matchComments(source: string, pattern: RegExp): Comment[] {
  return [...source.matchAll(pattern)].map(({ index, groups }) =>
    toComment(source, index, groups?.body ?? ''),
  )
}

function commentsOfCode(file: string, source: string): Comment[] {
  const runs: { start: number; end: number; body: string; isLine: boolean }[] = []
  for (const { type, value, start, end } of parseSync(file, source).comments) {
    const isLine = type === 'Line' && /(?:^|\n)[ \t]*$/.test(source.slice(0, start))
    const last = runs.at(-1)
    if (isLine && last?.isLine && /^\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.body += `\n//${value}`
      last.end = end
    } else runs.push({ start, end, body: value, isLine })
  }
  return runs.map(({ start, body }) => toComment(source, start, body))
}

function toComment(source: string, start: number, body: string): Comment {
  const text = body
    .replace(/\n\s*(?:\*|--|\/\/)?/g, ' ')
    .replace(/^\*/, '')
    .replace(/\s+/g, ' ')
    .trim()
  return { text, line: source.slice(0, start).split('\n').length }
}
