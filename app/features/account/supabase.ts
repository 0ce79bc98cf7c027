import type { SupabaseClient } from '@supabase/supabase-js'
import { publicSettings } from '../public-settings.ts'
import { localStore } from '../safe-storage.ts'
import { localKeys } from '../storage-keys.ts'

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
  const [{ createClient }, { followSession }, settings] = await Promise.all([
    import('@supabase/supabase-js'),
    import('./session-events.ts'),
    publicSettings(),
  ])
  // The client takes the session out of the address, so what it says is read before.
  const { hash } = window.location
  const created = createClient(
    settings.supabaseUrl || window.location.origin,
    settings.publishableKey,
    {
      auth: {
        storageKey: localKeys.session,
        storage: {
          getItem: localStore.get,
          setItem: localStore.set,
          removeItem: localStore.remove,
        },
      },
    },
  )
  followSession(created, hash)
  return created
}
