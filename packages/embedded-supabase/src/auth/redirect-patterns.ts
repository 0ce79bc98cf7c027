import { isIP } from 'node:net'

/** Matches the tokens of a pattern; `\` escapes the next character. */
const tokens = /\\(?<plain>.)|(?<set>\[!?[^\]]+\])|(?<sign>\*\*|[*?{},[\]\\])|(?<other>.)/gsu
const signs = new Map([
  ['**', '.*'],
  ['*', '[^./]*'],
  ['?', '[^./]'],
  ['{', '(?:'],
  ['}', ')'],
])

/**
 * Compiles a pattern of `additional_redirect_urls`, with GoTrue's syntax: `*` and `?` match no `.` and no `/`, `**` matches
 * everything, and `[a-z]`, `[!a-z]` and `{one,other}` are supported.
 * @throws SyntaxError when a bracket is missing
 */
export function compileRedirectPattern(pattern: string): RegExp {
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

/**
 * Returns true when the settings allow this URL as a redirect target. Checks the parsed URL, because that is what browsers follow.
 * IP addresses are only allowed when they are listed literally or are this machine's. The caller limits the length of the URL,
 * because a pattern with several `**` backtracks, which is slow for long URLs.
 */
export function isAllowedRedirect(url: URL, given: string, patterns: readonly string[]): boolean {
  if (patterns.includes(given)) return true
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  if (isIP(host) > 0 && host !== '::1' && !host.startsWith('127.')) return false
  const [read = ''] = url.href.split('#', 1)
  const ways = [read, ...(url.pathname === '/' && url.search === '' ? [read.slice(0, -1)] : [])]
  return patterns.some((pattern) => ways.some((way) => compileRedirectPattern(pattern).test(way)))
}
