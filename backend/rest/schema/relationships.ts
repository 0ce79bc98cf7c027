import { ApiError } from '../../wire.ts'
import { badRequest } from '../errors.ts'
import type { Reference, Schema, Table } from './schema.ts'

type Pair = [from: string, to: string]

export interface Relationship {
  kind: 'to-one' | 'to-many' | 'through'
  target: Table
  /** Of the origin and the target; for `through`, of the origin and the junction. */
  columns: Pair[]
  junction: { table: string; columns: Pair[] } | null
  /** Names that a hint, or the name of the embed itself, may use for it. */
  names: string[]
  described: { cardinality: string; embedding: string; relationship: string }
}

/**
 * The relationship that `select=<relation>!<hint>(…)` on a table means. `relation` is a table, a foreign key, or the
 * foreign key's only column.
 * @throws ApiError 400 PGRST200 when there is none, 300 PGRST201 when there are several
 */
export function findRelationship(
  schema: Schema,
  origin: Table,
  relation: string,
  hint: string | null,
): Relationship {
  const candidates = relationshipsOf(schema, origin).filter(
    (each) =>
      (each.target.name === relation || (each.names.includes(relation) && hint === null)) &&
      (hint === null || each.names.includes(hint)),
  )
  const [only] = candidates
  if (only === undefined) throw noRelationship(origin, relation, hint)
  if (candidates.length > 1) throw ambiguous(origin, relation, candidates)
  return only
}

function relationshipsOf(schema: Schema, origin: Table): Relationship[] {
  const own = schema.references.filter(({ table }) => table === origin.name)
  const others = schema.references.filter(({ foreignTable }) => foreignTable === origin.name)
  return [
    ...own.map((reference) => along(schema, origin, reference, true)),
    ...others.map((reference) => along(schema, origin, reference, false)),
    ...others.flatMap((reference) => throughJunction(schema, origin, reference)),
  ].filter((each) => each !== null)
}

/** By a foreign key of the origin's own, or by another table's that leads to it. */
function along(
  schema: Schema,
  origin: Table,
  reference: Reference,
  isOwn: boolean,
): Relationship | null {
  const { name, table, columns, foreignTable, foreignColumns } = reference
  const target = schema.tables.get(isOwn ? foreignTable : table)
  if (target === undefined) return null
  const [near, far] = isOwn ? [columns, foreignColumns] : [foreignColumns, columns]
  const isUnique = isKey(schema.tables.get(table), columns)
  return {
    kind: isOwn || isUnique ? 'to-one' : 'to-many',
    target,
    columns: pair(near, far),
    junction: null,
    names: [name, ...(columns.length === 1 ? columns : [])],
    described: {
      cardinality: isUnique ? 'one-to-one' : isOwn ? 'many-to-one' : 'one-to-many',
      embedding: `${origin.name} with ${target.name}`,
      relationship: `${name} using ${origin.name}(${near.join(', ')}) and ${target.name}(${far.join(', ')})`,
    },
  }
}

/** A junction's primary key holds two foreign keys. */
function throughJunction(schema: Schema, origin: Table, near: Reference): Relationship[] {
  const key = schema.tables.get(near.table)?.primaryKey ?? []
  return schema.references.flatMap((far) => {
    const target = schema.tables.get(far.foreignTable)
    if (far.table !== near.table || far.name === near.name || target === undefined) return []
    if (![...near.columns, ...far.columns].every((name) => key.includes(name))) return []
    const relationship: Relationship = {
      kind: 'through',
      target,
      columns: pair(near.foreignColumns, near.columns),
      junction: { table: near.table, columns: pair(far.columns, far.foreignColumns) },
      names: [near.table],
      described: {
        cardinality: 'many-to-many',
        embedding: `${origin.name} with ${target.name}`,
        relationship: `${near.table} using ${near.name} and ${far.name}`,
      },
    }
    return [relationship]
  })
}

function pair(left: readonly string[], right: readonly string[]): Pair[] {
  return left.map((name, index) => [name, right[index] ?? ''])
}

function isKey(table: Table | undefined, columns: readonly string[]): boolean {
  const keys = table?.keys ?? []
  return keys.some(
    (key) => key.length === columns.length && key.every((name) => columns.includes(name)),
  )
}

function noRelationship(origin: Table, relation: string, hint: string | null): ApiError {
  const between = `a relationship between '${origin.name}' and '${relation}'`
  const using = hint === null ? '' : ` using the hint '${hint}'`
  const details = `Searched for a foreign key relationship between '${origin.name}' and '${relation}'${using} in the schema 'public', but no matches were found.`
  return badRequest('PGRST200', `Could not find ${between} in the schema cache`, { details })
}

function ambiguous(origin: Table, relation: string, candidates: Relationship[]): ApiError {
  const message = `Could not embed because more than one relationship was found for '${origin.name}' and '${relation}'`
  const choices = candidates.map(({ names }) => `'${relation}!${names[0] ?? ''}'`).join(', ')
  const hint = `Try changing '${relation}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`
  const details = candidates.map((each) => each.described)
  return new ApiError(300, 'PGRST201', message, { details, hint })
}
