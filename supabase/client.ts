import {
  createClient,
  type PostgrestSingleResponse,
  type SupabaseClient,
} from '@supabase/supabase-js'
import * as v from 'valibot'
import type { Database, Json } from './database.types.ts'

type Generated = Database['public']['Functions']

/** Types any argument as nullable and JSON results as unknown, so that results must be parsed by a schema. */
type Functions = {
  [Name in keyof Generated]: {
    Args: {
      [Key in keyof Generated[Name]['Args']]: Json extends Generated[Name]['Args'][Key]
        ? unknown
        : Generated[Name]['Args'][Key] | null
    }
    Returns: Json extends Generated[Name]['Returns'] ? unknown : Generated[Name]['Returns']
  }
}

export type FunctionName = keyof Functions
type TimedName = {
  [Name in FunctionName]: 'p_now' extends keyof Functions[Name]['Args'] ? Name : never
}[FunctionName]
export type Arguments<Name extends FunctionName> = Functions[Name]['Args']
type Returned<Name extends FunctionName> = Functions[Name]['Returns']

export type ShopClient = SupabaseClient<{
  public: Omit<Database['public'], 'Functions'> & { Functions: Functions }
}>

/** Returns a supabase-js client that keeps no session. */
export function connect(
  url: string,
  key: string,
  global: { fetch?: typeof fetch; headers?: Record<string, string> } = {},
): ShopClient {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  return createClient(url, key, { auth, global })
}

/**
 * Calls a database function. Does not retry, because the backend already waits for a connection longer than a shopper does.
 * @throws Error with the database's words
 */
export async function rpc<Name extends FunctionName>(
  client: Pick<ShopClient, 'rpc'>,
  name: Name,
  args: Arguments<Name>,
): Promise<Returned<Name>> {
  const { data, error } = await client.rpc(name, args)
  if (error !== null) throw new Error(`${name}: ${error.message}`, { cause: error })
  return data
}

/** Calls a database function that takes the caller's time as `p_now`. */
export function rpcAt<Name extends TimedName>(
  { client, now }: { client: Pick<ShopClient, 'rpc'>; now: () => number },
  name: Name,
  args: Omit<Arguments<Name>, 'p_now'>,
): Promise<Returned<Name>> {
  return rpc(client, name, { ...args, p_now: timeText(now()) } as Arguments<Name>)
}

/**
 * Calls a database function and parses its result. @throws Error with the database's words, or when the result does not
 * fit `schema`
 */
export async function rpcParsed<Name extends FunctionName, Schema extends v.GenericSchema>(
  schema: Schema,
  client: Pick<ShopClient, 'rpc'>,
  name: Name,
  args: Arguments<Name>,
): Promise<v.InferOutput<Schema>> {
  return v.parse(schema, await rpc(client, name, args))
}

/** Combines `rpcAt` and `rpcParsed`. */
export async function rpcAtParsed<Name extends TimedName, Schema extends v.GenericSchema>(
  schema: Schema,
  tools: Parameters<typeof rpcAt>[0],
  name: Name,
  args: Omit<Arguments<Name>, 'p_now'>,
): Promise<v.InferOutput<Schema>> {
  return v.parse(schema, await rpcAt(tools, name, args))
}

/** Returns the rows of a query. @throws Error with the database's words */
export async function getRows<Rows>(
  what: string,
  query: PromiseLike<PostgrestSingleResponse<Rows>>,
): Promise<Rows> {
  const { data, error } = await query
  if (error !== null)
    throw new Error(`${what} could not be read or written: ${error.message}`, { cause: error })
  return data
}

/** Formats ms since 1970 as ISO 8601. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString()
}
