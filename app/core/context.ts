import type { ShopClient } from '../../supabase/client.ts'
import { createContext } from 'react-router'

export interface ShopContext {
  /**
   * The Supabase client of an anonymous visitor, the only one that public pages use. It calls an embedded backend in process,
   * without the network.
   */
  supabase: ShopClient
  /**
   * Returns rows from the cache, or runs `query` and caches its rows under `name`. A page is rendered again when a name that it has
   * read is announced as changed: `product:<slug or id>` for the details of one product, `dates` for the dates. Any other change
   * applies to all names.
   */
  readRows: <T>(name: string, query: (client: ShopClient) => Promise<T>) => Promise<T>
  publishableKey: string
  /** The base URL at which the browser reaches the backend; '' is the shop's own origin. */
  supabaseUrl: string
  /** The shop's public URL, without a trailing slash. */
  siteUrl: string
  /** Milliseconds since 1970. */
  now: () => number
  logFailure: (message: string, cause: unknown) => void
}

export const shopContext = createContext<ShopContext>()
