import { parseUrl } from '../../../domain/parse-url.ts'

/**
 * Returns the path to open after signing in: `value` if it is a path of our own origin, else `otherwise`. The target
 * is parsed as a browser would, so that `//evil`, `/\evil` and the like are recognised.
 */
export function safeTarget(value: string | null, origin: string, otherwise: string): string {
  if (value === null || !value.startsWith('/') || /[\p{Cc}\\]/u.test(value)) return otherwise
  const url = parseUrl(value, origin)
  if (url === null || url.origin !== origin || url.username !== '') return otherwise
  return url.pathname.startsWith('//') ? otherwise : url.pathname + url.search + url.hash
}
