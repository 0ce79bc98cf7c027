import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getPageSecurityPolicy } from './security-headers.ts'

interface DeskSettings {
  publishableKey: string
  /** Base URL of the Supabase API; '' for the shop's own origin. */
  supabaseUrl: string
  /** Origins of a hosted Supabase project, for `connect-src` of the Content-Security-Policy. */
  connectTo: string[]
}

/**
 * Returns true for the path of a desk screen. All screens are served as one page; a path with a file extension is a file.
 */
export function isDeskPath(pathname: string): boolean {
  return pathname === '/desk' || (pathname.startsWith('/desk/') && !/\.\w+$/.test(pathname))
}

/** Serves the desk's single page, with the API's base URL inserted. Returns null when the desk has not been built. */
export function createDeskHandler(
  root: string,
  settings: DeskSettings,
): ((response: ServerResponse) => void) | null {
  const file = join(root, 'build', 'client', 'desk', 'index.html')
  if (!existsSync(file)) return null
  const { publishableKey, supabaseUrl, connectTo } = settings
  const given = JSON.stringify({ publishableKey, supabaseUrl }).replaceAll('<', '\\u003c')
  const page = Buffer.from(
    readFileSync(file, 'utf8').replace('id="settings">', () => `id="settings">${given}`),
  )
  // The policy allows blob: URLs for previews of photos before their upload, and WebAssembly for the barcode reader.
  const policy = getPageSecurityPolicy(page, connectTo)
    .replace("img-src 'self'", "img-src 'self' blob:")
    .replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
  return (response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('cache-control', 'no-cache')
    response.setHeader('x-robots-tag', 'noindex')
    response.setHeader('content-security-policy', policy)
    response.setHeader(
      'permissions-policy',
      'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
    )
    response.writeHead(200).end(page)
  }
}
