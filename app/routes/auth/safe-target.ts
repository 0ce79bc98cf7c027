import { parseUrl } from '../../../domain/parse-url.ts'

/**
 * Returns the path to open after signing in: `value` if it is a path of the shop's own origin, else `otherwise`. The
 * value is parsed as a browser would parse it, so that `//evil`, `/\evil` and the like are rejected.
 */
export function getSafeTarget(value: string | null, origin: string, otherwise: string): string {
  if (value === null || !value.startsWith('/') || /[\p{Cc}\\]/u.test(value)) return otherwise
  const url = parseUrl(value, origin)
  if (url === null || url.origin !== origin || url.username !== '') return otherwise
  return url.pathname.startsWith('//') ? otherwise : url.pathname + url.search + url.hash
}
