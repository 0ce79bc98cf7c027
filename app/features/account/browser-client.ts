import { createClient } from '@supabase/supabase-js'
import { createVerifiedFetch } from '../../../domain/verified-fetch.ts'
import type { ShopClient } from '../../../supabase/client.ts'
import { getPublicSettings } from '../backend-client/public-settings.ts'
import type { KeyValueStore } from '../browser/key-value-store.ts'
import { localStore, type StorageKey } from '../browser/storage.ts'
import { subscribeToAccountChannel } from './account-channel.ts'
import { requireAccessToken } from './require-token.ts'
import { subscribeToAuthEvents } from './session-events.ts'

export async function createBrowserClient(): Promise<ShopClient> {
  const settings = await getPublicSettings()
  // supabase-js removes the session from the URL's fragment, so the fragment is read before the client is created.
  const { hash } = window.location
  const store: KeyValueStore = localStore
  const client = createClient(
    settings.supabaseUrl || window.location.origin,
    settings.publishableKey,
    {
      auth: {
        storageKey: 'shop-session' satisfies StorageKey,
        storage: { getItem: store.get, setItem: store.set, removeItem: store.remove },
      },
      global: {
        fetch: requireAccessToken(
          createVerifiedFetch((input, init) => fetch(input, init)),
          settings.publishableKey,
        ),
      },
    },
  )
  subscribeToAuthEvents(client, hash)
  subscribeToAccountChannel(client)
  return client
}
