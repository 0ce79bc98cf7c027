import type { SupabaseClient } from '@supabase/supabase-js'

let client: Promise<SupabaseClient> | null = null

/**
 * The signed-in visitor's client. It is 55 kB, so it is loaded only for signing in and for those who are; a failed
 * download is tried again by the next call.
 */
export function loadSupabase(): Promise<SupabaseClient> {
  client ??= create().catch((cause: unknown) => {
    client = null
    throw cause
  })
  return client
}

async function create(): Promise<SupabaseClient> {
  const { createBrowserClient } = await import('./browser-client.ts')
  return createBrowserClient()
}
