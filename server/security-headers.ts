import { hash } from 'node:crypto'

/** Returns the headers that every response has, including errors (abuse case 35). */
export function getCommonHeaders(siteUrl: URL): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ...(siteUrl.protocol === 'https:' && {
      'strict-transport-security': 'max-age=31536000',
    }),
  }
}

/**
 * Returns a page's Content-Security-Policy. It allows inline scripts by hash, because a nonce of a cached page would be the
 * same for every visitor.
 */
export function getPageSecurityPolicy(
  page: Buffer,
  connectTo: string[],
  laterScripts: Uint8Array[] = [],
): string {
  const scripts = [...inlineScripts(page), ...laterScripts].map(
    (code) => `'sha256-${hash('sha256', code, 'base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(scripts)].join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: ${connectTo.join(' ')}`.trim(),
    "font-src 'self'",
    `media-src 'self' ${connectTo.join(' ')}`.trim(),
    "manifest-src 'self'",
    `connect-src 'self' ${connectTo.join(' ')}`.trim(),
    // Forms without JavaScript are posted to Edge Functions, which have another origin with hosted Supabase.
    `form-action 'self' ${connectTo.join(' ')}`.trim(),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** Returns the inline classic and module scripts; data blocks are not executed and need no hash. */
function inlineScripts(page: Buffer): Uint8Array[] {
  const found: Uint8Array[] = []
  for (let at = page.indexOf('<script'); at !== -1; at = page.indexOf('<script', at)) {
    const code = page.indexOf('>', at) + 1
    const end = page.indexOf('</script>', code)
    if (code === 0 || end === -1) break
    const tag = page.toString('latin1', at, code)
    if (!/\ssrc=|\stype="application\/(ld\+)?json"/.test(tag)) found.push(page.subarray(code, end))
    at = end
  }
  return found
}
