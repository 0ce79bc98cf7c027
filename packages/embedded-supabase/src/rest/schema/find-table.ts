import { ApiError } from '../../core/wire.ts'
import type { Schema, Table } from './schema.ts'

/** Returns a table or view. @throws ApiError 404 PGRST205 when it does not exist */
export function findTable(schema: Schema, name: string): Table {
  const table = schema.tables.get(name)
  if (table !== undefined) return table
  const message = `Could not find the table '${schema.name}.${name}' in the schema cache`
  throw new ApiError(404, 'PGRST205', message)
}
