import { parseUrl } from '../../../domain/parse-url.ts'

/**
 * Where to go after signing in: a path of our own origin, or `otherwise`. The target is parsed as a browser would,
 * so that `//evil`, `/\evil` and the like are seen for what they are.
 */
export function safeTarget(value: string | null, origin: string, otherwise: string): string {
  if (value === null || !value.startsWith('/') || /[\p{Cc}\\]/u.test(value)) return otherwise
  const url = parseUrl(value, origin)
  if (url === null || url.origin !== origin || url.username !== '') return otherwise
  return url.pathname.startsWith('//') ? otherwise : url.pathname + url.search + url.hash
}
