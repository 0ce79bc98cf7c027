import type { IncomingMessage } from 'node:http'

/**
 * Returns true when a request has several Host headers: Node uses the first, while a proxy in front may have used the last.
 */
export function hasSeveralHostHeaders({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts > 1
}

/** Removes trailing slashes without a regular expression, which would take quadratic time on a path full of slashes. */
export function removeTrailingSlashes(pathname: string): string {
  let end = pathname.length
  while (pathname[end - 1] === '/') end -= 1
  return pathname.slice(0, end)
}

/**
 * Returns false for paths that no handler may receive: absolute URLs, invalid encoding, NUL, backslashes and dot segments.
 */
export function isSafePath(pathname: string): boolean {
  if (!pathname.startsWith('/') || pathname.startsWith('//')) return false
  try {
    const decoded = decodeURIComponent(pathname)
    return !/[\0\\]|(^|\/)\.\.?(\/|$)/.test(decoded)
  } catch {
    // decodeURIComponent throws only for invalid encoding.
    return false
  }
}
