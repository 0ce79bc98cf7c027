import { ApiError } from '../../core/wire.ts'
import { createBadRequestError } from '../lib/errors.ts'
import type { Reference, Schema, Table } from './schema.ts'

type Pair = [from: string, to: string]

export interface Relationship {
  isOne: boolean
  target: Table
  /**
   * Finds the target's rows: by a function that returns them, or by pairs of equal columns of origin and target, or of
   * origin and junction.
   */
  by:
    | { function: string; schema: string }
    | { columns: Pair[]; junction: { table: string; columns: Pair[] } | null }
}

/** A relationship by foreign keys, with the names that can be used to request it. */
interface Candidate extends Relationship {
  cardinality: 'one-to-one' | 'many-to-one' | 'one-to-many' | 'many-to-many'
  /** The name of the foreign key, or of the junction table. */
  name: string
  /** The name of the origin's column (`near`) and the target's (`far`), if the foreign key has only one column. */
  near: string | undefined
  far: string | undefined
  isSelf: boolean
  /** A description of the foreign keys and their columns, in PostgREST's notation. */
  described: string
}

/**
 * Finds the relationship for `select=<relation>!<hint>(…)`, with PostgREST's rules. `relation` is the name of a table, a function,
 * a foreign key, or the foreign key's only column. `hint` is a foreign key, its only column, or a junction table.
 * @throws ApiError 400 PGRST200 when there is none, 300 PGRST201 when there are several
 */
export function findRelationship(
  schema: Schema,
  origin: Table,
  relation: string,
  hint: string | null,
): Relationship {
  const computed = computedRelationship(schema, origin, relation)
  if (computed !== null) return computed
  const candidates = candidatesOf(schema, origin).filter((each) =>
    hint === null ? isCalled(each, relation) : isHinted(each, relation, hint),
  )
  const [only] = candidates
  if (only === undefined) throw noRelationship(schema, origin, relation, hint)
  if (candidates.length > 1) throw ambiguous(origin, relation, candidates)
  return only
}

function isCalled({ target, isSelf, cardinality, near, name }: Candidate, word: string): boolean {
  // For a table that refers to itself, the table's name means the to-many relationship, and the column's name the to-one.
  if (isSelf) {
    if (cardinality === 'many-to-one') return near === word
    return cardinality === 'one-to-many' && target.name === word
  }
  if (target.name === word) return true
  const isByKey = cardinality !== 'many-to-many' && !target.isView
  return isByKey && (name === word || near === word)
}

function isHinted(each: Candidate, relation: string, hint: string): boolean {
  const { target, isSelf, cardinality, name, near, far } = each
  if (target.name !== relation) return false
  if (isSelf) return cardinality === 'one-to-many' && far === hint
  return [name, near, far].includes(hint)
}

function computedRelationship(
  { computedRelationships, tables }: Schema,
  origin: Table,
  relation: string,
): Relationship | null {
  const found = computedRelationships.find(
    ({ name, table }) => name === relation && table === origin.name,
  )
  const target = tables.get(found?.foreignTable ?? '')
  if (found === undefined || target === undefined) return null
  return { isOne: found.isOne, target, by: { function: found.name, schema: found.schema } }
}

function candidatesOf(schema: Schema, origin: Table): Candidate[] {
  const own = schema.references.filter(({ table }) => table === origin.name)
  const others = schema.references.filter(({ foreignTable }) => foreignTable === origin.name)
  return [
    ...own.flatMap((reference) => along(schema, origin, reference, true)),
    ...others.flatMap((reference) => along(schema, origin, reference, false)),
    ...others.flatMap((reference) => throughJunctions(schema, origin, reference)),
  ]
}

/** Returns the relationship by a foreign key of the origin (`isOwn`), or by one of another table that refers to the origin. */
function along(
  schema: Schema,
  origin: Table,
  { name, table, columns, foreignTable, foreignColumns, isUnique }: Reference,
  isOwn: boolean,
): Candidate[] {
  const target = schema.tables.get(isOwn ? foreignTable : table)
  if (target === undefined) return []
  const [near, far] = isOwn ? [columns, foreignColumns] : [foreignColumns, columns]
  const candidate: Candidate = {
    isOne: isOwn || isUnique,
    cardinality: isUnique ? 'one-to-one' : isOwn ? 'many-to-one' : 'one-to-many',
    target,
    by: { columns: pair(near, far), junction: null },
    name,
    near: near.length === 1 ? near[0] : undefined,
    far: far.length === 1 ? far[0] : undefined,
    isSelf: table === foreignTable,
    described: `${name} using ${origin.name}(${near.join(', ')}) and ${target.name}(${far.join(', ')})`,
  }
  return [candidate]
}

/** Returns many-to-many relationships. A junction is a table whose primary key contains two foreign keys. */
function throughJunctions(schema: Schema, origin: Table, near: Reference): Candidate[] {
  const key = schema.tables.get(near.table)?.primaryKey ?? []
  return schema.references.flatMap((far) => {
    const target = schema.tables.get(far.foreignTable)
    if (far.table !== near.table || far.name === near.name || target === undefined) return []
    if (![...near.columns, ...far.columns].every((name) => key.includes(name))) return []
    const junction = { table: near.table, columns: pair(far.columns, far.foreignColumns) }
    const candidate: Candidate = {
      isOne: false,
      cardinality: 'many-to-many',
      target,
      by: { columns: pair(near.foreignColumns, near.columns), junction },
      name: near.table,
      near: undefined,
      far: undefined,
      isSelf: target === origin,
      described: `${near.table} using ${near.name}(${near.columns.join(', ')}) and ${far.name}(${far.columns.join(', ')})`,
    }
    return [candidate]
  })
}

function pair(left: readonly string[], right: readonly string[]): Pair[] {
  return left.map((name, index) => [name, right[index] ?? ''])
}

function noRelationship(
  schema: Schema,
  origin: Table,
  relation: string,
  hint: string | null,
): ApiError {
  const between = `relationship between '${origin.name}' and '${relation}'`
  const using = hint === null ? '' : ` using the hint '${hint}'`
  const details = `Searched for a foreign key ${between}${using} in the schema '${schema.name}', but no matches were found.`
  return createBadRequestError('PGRST200', `Could not find a ${between} in the schema cache`, {
    details,
  })
}

function ambiguous(origin: Table, relation: string, candidates: Candidate[]): ApiError {
  const message = `Could not embed because more than one relationship was found for '${origin.name}' and '${relation}'`
  const choices = candidates.map(({ name }) => `'${relation}!${name}'`).join(', ')
  const hint = `Try changing '${relation}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`
  const details = candidates.map(({ cardinality, target, described }) => ({
    cardinality,
    embedding: `${origin.name} with ${target.name}`,
    relationship: described,
  }))
  return new ApiError(300, 'PGRST201', message, { details, hint })
}
