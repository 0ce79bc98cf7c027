import { createClient } from '@supabase/supabase-js'
import type { ShopClient } from '../../client.ts'
import type { FunctionEnvironment } from './environment.ts'

/** The database as the service role sees it. */
export function createServiceClient(
  environment: Pick<FunctionEnvironment, 'SUPABASE_URL' | 'SUPABASE_SECRET_KEY' | 'fetch'>,
): ShopClient {
  return createClient(environment.SUPABASE_URL, environment.SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: environment.fetch },
  })
}
