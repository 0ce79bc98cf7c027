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

/**
 * Calls a procedure and gives what it returns. It is asked once: the backend has waited for a free connection for longer
 * than a shopper waits for an answer, and whoever sweeps comes again.
 * @throws Error with the database's words
 */
export async function call<T>(client: SupabaseClient, name: string, args: object): Promise<T> {
  const { data, error } = await client.rpc(name, args)
  if (error !== null) throw new Error(`${name}: ${error.message}`, { cause: error })
  return data as T
}

/** The time by the clock of whoever calls, as procedures take it. */
export function timeText({ now }: { now: () => number }): string {
  return new Date(now()).toISOString()
}
