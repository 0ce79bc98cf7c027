import type { ShopClient } from '../../supabase/client.ts'
import { createContext } from 'react-router'

export interface ShopContext {
  /** The anonymous client, in process when the backend is embedded. Public pages use nothing else. */
  supabase: ShopClient
  /**
   * Rows of the database, which the server keeps under their name until they change. A page that shows one product
   * names it `product:<slug or id>`, and is made anew when it changes, one of `dates` when those do; every other name
   * when anything of the catalogue does.
   */
  readRows: <T>(name: string, ask: (client: ShopClient) => Promise<T>) => Promise<T>
  publishableKey: string
  /** Where the browser reaches the backend; '' is the shop's own origin. */
  supabaseUrl: string
  /** The shop's public address, without a slash at its end. */
  siteUrl: string
  /** Milliseconds since 1970. */
  now: () => number
  logFailure: (message: string, cause: unknown) => void
}

export const shopContext = createContext<ShopContext>()
