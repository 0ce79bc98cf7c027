import { queryOptions, type QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import type { Arguments, FunctionName } from '../../supabase/client.ts'
import { unwrapResponse, client } from './client.ts'

/**
 * Calls a database function and parses its result.
 * @throws DeskError when the backend refuses it; NoAnswerError when no answer came; ValiError when it does not fit `schema`
 */
export async function rpcParsed<Name extends FunctionName, Schema extends v.GenericSchema>(
  name: Name,
  schema: Schema,
  args?: Arguments<Name>,
): Promise<v.InferOutput<Schema>> {
  const result: unknown = await unwrapResponse(client.rpc(name, args))
  return v.parse(schema, result)
}

/** Returns the options of a query that reads the parsed result of a database function. */
export function rpcQuery<
  Key extends QueryKey,
  Name extends FunctionName,
  Schema extends v.GenericSchema,
>(queryKey: Key, name: Name, schema: Schema, args?: Arguments<Name>) {
  return queryOptions({ queryKey, queryFn: () => rpcParsed(name, schema, args) })
}
