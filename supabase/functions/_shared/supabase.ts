import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { FunctionEnvironment } from './environment.ts'

/** The database as the service role sees it. */
export function createServiceClient(
  environment: Pick<FunctionEnvironment, 'SUPABASE_URL' | 'SUPABASE_SECRET_KEY' | 'fetch'>,
): SupabaseClient {
  return createClient(environment.SUPABASE_URL, environment.SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: environment.fetch },
  })
}

/** No connection came free in time: nothing was done, so the same may be asked again. */
const allBusy = 'PGRST003'
const mostTries = 3

/**
 * Calls a procedure and gives what it returns.
 * @throws Error with the database's words
 */
export async function call<T>(client: SupabaseClient, name: string, args: object): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const { data, error } = await client.rpc(name, args)
    if (error === null) return data as T
    if (error.code !== allBusy || attempt === mostTries)
      throw new Error(`${name}: ${error.message}`, { cause: error })
  }
}
