import type { ShopClient } from '../../../supabase/client.ts'

let client: Promise<ShopClient> | null = null
const modules: (() => Promise<unknown>)[] = []

/** Registers a module that is loaded before the client is created, so that it receives the first event of the client. */
export const loadModuleWithClient = (load: () => Promise<unknown>): void => void modules.push(load)

/**
 * Returns the client of the signed-in user. The first call downloads supabase-js (55 kB); after a failed download, the next call
 * tries again.
 */
export function loadSupabase(): Promise<ShopClient> {
  client ??= createWithModules().catch((cause: unknown) => {
    client = null
    throw cause
  })
  return client
}

async function createWithModules(): Promise<ShopClient> {
  const [{ createBrowserClient }] = await Promise.all([
    import('./browser-client.ts'),
    ...modules.map((load) => load()),
  ])
  return createBrowserClient()
}
