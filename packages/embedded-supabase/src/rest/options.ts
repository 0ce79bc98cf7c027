import type { WireResponse } from '../core/wire.ts'
import { parseQuery } from './query/query.ts'
import type { RestRequest } from './request.ts'
import type { Schema } from './schema/schema.ts'
import { findTable } from './schema/find-table.ts'
import { findFunction, getArgumentNames } from './sql/call.ts'

/**
 * Responds to OPTIONS with the methods of a table, view or function in `Allow`. They depend on what is possible, not on the
 * caller's privileges. https://docs.postgrest.org/en/stable/references/api/options.html
 * @throws ApiError 404 when it does not exist
 */
export function respondToOptions(request: RestRequest, schema: Schema): WireResponse {
  const methods = request.kind === 'table' ? ofTable(request, schema) : ofFunction(request, schema)
  return { status: 200, headers: { allow: methods.join(',') }, body: null }
}

function ofTable({ name }: RestRequest, schema: Schema): string[] {
  const { isInsertable, isUpdatable, isDeletable, primaryKey } = findTable(schema, name)
  return [
    'OPTIONS',
    'GET',
    'HEAD',
    ...(isInsertable ? ['POST'] : []),
    ...(isInsertable && isUpdatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(isUpdatable ? ['PATCH'] : []),
    ...(isDeletable ? ['DELETE'] : []),
  ]
}

/** Returns the methods of a function; the arguments in the query choose between overloaded functions. */
function ofFunction({ name, query }: RestRequest, schema: Schema): string[] {
  const { args } = parseQuery(query, getArgumentNames(schema, name))
  const given = new Set(args.map(([argument]) => argument))
  const { volatile } = findFunction(schema, name, [...given], null)
  return volatile ? ['OPTIONS', 'POST'] : ['OPTIONS', 'GET', 'HEAD', 'POST']
}
