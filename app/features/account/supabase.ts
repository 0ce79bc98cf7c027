import type { ShopClient } from '../../../supabase/client.ts'

let client: Promise<ShopClient> | null = null

/**
 * The signed-in visitor's client. It is 55 kB, so it is loaded only for signing in and for those who are; a failed
 * download is tried again by the next call.
 */
export function loadSupabase(): Promise<ShopClient> {
  client ??= create().catch((cause: unknown) => {
    client = null
    throw cause
  })
  return client
}

async function create(): Promise<ShopClient> {
  const { createBrowserClient } = await import('./browser-client.ts')
  return createBrowserClient()
}
