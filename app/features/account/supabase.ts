import type { ShopClient } from '../../../supabase/client.ts'

let client: Promise<ShopClient> | null = null
const parts: (() => Promise<unknown>)[] = []

/** Loads a module together with the client, before the client's first event. */
export const loadWithClient = (load: () => Promise<unknown>): void => void parts.push(load)

/** The signed-in visitor's client, 55 kB, loaded when needed; the next call tries a failed download again. */
export function loadSupabase(): Promise<ShopClient> {
  client ??= create().catch((cause: unknown) => {
    client = null
    throw cause
  })
  return client
}

async function create(): Promise<ShopClient> {
  const [{ createBrowserClient }] = await Promise.all([
    import('./browser-client.ts'),
    ...parts.map((load) => load()),
  ])
  return createBrowserClient()
}
