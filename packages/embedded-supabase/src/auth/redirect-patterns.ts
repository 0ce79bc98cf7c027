import { isIP } from 'node:net'

/** Tokens of a pattern; `\` escapes the character that follows it. */
const tokens = /\\(?<plain>.)|(?<set>\[!?[^\]]+\])|(?<sign>\*\*|[*?{},[\]\\])|(?<other>.)/gsu
const signs = new Map([
  ['**', '.*'],
  ['*', '[^./]*'],
  ['?', '[^./]'],
  ['{', '(?:'],
  ['}', ')'],
])

/**
 * A pattern of `additional_redirect_urls`, with the signs and separators of GoTrue: `*` and `?` pass over no `.` and no
 * `/`, `**` passes over everything, and there are `[a-z]`, `[!a-z]` and `{one,other}`.
 * @throws SyntaxError when a bracket is missing
 */
export function readPattern(pattern: string): RegExp {
  let depth = 0
  const text = pattern.replaceAll(tokens, (...found) => {
    const { plain, set, sign = '', other } = found.at(-1)
    if (set !== undefined) return set.replace('[!', '[^').replaceAll('\\', '\\\\')
    if (sign === '{') depth += 1
    if (sign === '}') depth -= 1
    if (depth < 0) throw new SyntaxError('A bracket is missing')
    if (sign === ',' && depth > 0) return '|'
    return (
      signs.get(sign) ?? (plain ?? other ?? sign).replace(/[$()*+./?[\\\]^{|}]/, String.raw`\$&`)
    )
  })
  if (depth > 0) throw new SyntaxError('A bracket is missing')
  return new RegExp(`^${text}$`, 'su')
}

/** Characters. With several `**` a pattern looks for its end again and again, which long addresses would make slow. */
const longestRead = 2000

/**
 * Returns true when the settings allow this address. The check is on the URL as parsed, because browsers follow that; IP
 * addresses are allowed only when listed literally or when they are this machine's.
 */
export function isNamed(url: URL, given: string, patterns: readonly string[]): boolean {
  if (patterns.includes(given)) return true
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  if (isIP(host) > 0 && host !== '::1' && !host.startsWith('127.')) return false
  const [read = ''] = url.href.split('#', 1)
  if (read.length > longestRead) return false
  const ways = [read, ...(url.pathname === '/' && url.search === '' ? [read.slice(0, -1)] : [])]
  return patterns.some((pattern) => ways.some((way) => readPattern(pattern).test(way)))
}
