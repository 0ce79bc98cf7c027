import type { ShopClient } from '../../../supabase/client.ts'

let client: Promise<ShopClient> | null = null

/** The signed-in visitor's client, 55 kB, loaded when needed; the next call tries a failed download again. */
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
