import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'

/** Calls a function of the database as a desk user and parses its result. */
export async function callRpc<Schema extends v.GenericSchema>(
  schema: Schema,
  client: SupabaseClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<v.InferOutput<Schema>> {
  const { data, error } = await client.rpc(name, args)
  if (error !== null) throw new Error(`${name}: ${error.code} ${error.message}`)
  return v.parse(schema, data)
}

/** Calls a function of the database that must refuse the call. Returns the code and the message of the error. */
export async function callRefusedRpc(
  client: SupabaseClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<string> {
  const { error } = await client.rpc(name, args)
  if (error === null) throw new Error(`${name} was done`)
  return `${error.code} ${error.message}`
}
