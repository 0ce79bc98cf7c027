import type { ShopClient } from '../../supabase/client.ts'
import { createContext } from 'react-router'

export interface ShopContext {
  /** The anonymous client, in process when the backend is embedded. Public pages use nothing else. */
  supabase: ShopClient
  /**
   * Reads rows and caches them under a name until they change. The cache entry of a page that shows one product is
   * named `product:<slug or id>` and is invalidated when that product changes; one of `dates` when the dates change;
   * every other name when anything in the catalogue changes.
   */
  readRows: <T>(name: string, ask: (client: ShopClient) => Promise<T>) => Promise<T>
  publishableKey: string
  /** The base URL at which the browser reaches the backend; '' is the shop's own origin. */
  supabaseUrl: string
  /** The shop's public address, without a slash at its end. */
  siteUrl: string
  /** Milliseconds since 1970. */
  now: () => number
  logFailure: (message: string, cause: unknown) => void
}

export const shopContext = createContext<ShopContext>()
