import { RestError } from '../errors.ts'
import type { Reference, Schema, Table } from './schema.ts'

/** How the rows of one table lead to those of another. */
export interface Relationship {
  kind: 'to-one' | 'to-many' | 'through'
  target: Table
  /** Pairs of (column of the origin, column of the target); for `through`, of the origin and the junction. */
  columns: [origin: string, target: string][]
  junction: { table: string; columns: [junction: string, target: string][] } | null
  /** Names that a hint, or the name of the embed itself, may use for it. */
  names: string[]
  described: { cardinality: string; embedding: string; relationship: string }
}

/**
 * The relationship that `select=<relation>!<hint>(…)` on a table means. `relation` is a table, a foreign key, or the
 * foreign key's only column.
 * @throws RestError 400 PGRST200 when there is none, 300 PGRST201 when there are several
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
  const direct = schema.references.flatMap((reference) => [
    ...(reference.table === origin.name ? [toOne(schema, reference)] : []),
    ...(reference.foreignTable === origin.name ? [fromMany(schema, reference)] : []),
  ])
  return [...direct, ...throughJunctions(schema, origin)].filter((each) => each !== null)
}

function toOne(schema: Schema, reference: Reference): Relationship | null {
  const target = schema.tables.get(reference.foreignTable)
  if (target === undefined) return null
  const columns = pair(reference.columns, reference.foreignColumns)
  const unique = isKey(schema.tables.get(reference.table), reference.columns)
  return {
    kind: 'to-one',
    target,
    columns,
    junction: null,
    names: namesOf(reference),
    described: describe(
      unique ? 'one-to-one' : 'many-to-one',
      reference.table,
      target.name,
      reference,
      columns,
    ),
  }
}

function fromMany(schema: Schema, reference: Reference): Relationship | null {
  const target = schema.tables.get(reference.table)
  if (target === undefined) return null
  const columns = pair(reference.foreignColumns, reference.columns)
  const unique = isKey(target, reference.columns)
  return {
    kind: unique ? 'to-one' : 'to-many',
    target,
    columns,
    junction: null,
    names: namesOf(reference),
    described: describe(
      unique ? 'one-to-one' : 'one-to-many',
      reference.foreignTable,
      target.name,
      reference,
      columns,
    ),
  }
}

/** A junction's primary key holds two foreign keys. */
function throughJunctions(schema: Schema, origin: Table): (Relationship | null)[] {
  return schema.references.flatMap((near) => {
    const junction = schema.tables.get(near.table)
    if (near.foreignTable !== origin.name || junction === undefined) return []
    return schema.references
      .filter((far) => far.table === near.table && far.name !== near.name)
      .filter((far) =>
        [...near.columns, ...far.columns].every((name) => junction.primaryKey.includes(name)),
      )
      .map((far) => through(schema, near, far))
  })
}

function through(schema: Schema, near: Reference, far: Reference): Relationship | null {
  const target = schema.tables.get(far.foreignTable)
  if (target === undefined) return null
  const columns = pair(near.foreignColumns, near.columns)
  return {
    kind: 'through',
    target,
    columns,
    junction: { table: near.table, columns: pair(far.columns, far.foreignColumns) },
    names: [near.table],
    described: {
      cardinality: 'many-to-many',
      embedding: `${near.foreignTable} with ${target.name}`,
      relationship: `${near.table} using ${near.name} and ${far.name}`,
    },
  }
}

function namesOf(reference: Reference): string[] {
  const [column] = reference.columns
  return reference.columns.length === 1 && column !== undefined
    ? [reference.name, column]
    : [reference.name]
}

function pair(left: readonly string[], right: readonly string[]): [string, string][] {
  return left.map((name, index) => [name, right[index] ?? ''])
}

function isKey(table: Table | undefined, columns: readonly string[]): boolean {
  return (
    table?.keys.some(
      (key) => key.length === columns.length && key.every((name) => columns.includes(name)),
    ) ?? false
  )
}

function describe(
  cardinality: string,
  from: string,
  to: string,
  reference: Reference,
  columns: [string, string][],
): Relationship['described'] {
  const [near, far] = [
    columns.map((each) => each[0]).join(', '),
    columns.map((each) => each[1]).join(', '),
  ]
  return {
    cardinality,
    embedding: `${from} with ${to}`,
    relationship: `${reference.name} using ${from}(${near}) and ${to}(${far})`,
  }
}

function noRelationship(origin: Table, relation: string, hint: string | null): RestError {
  const using = hint === null ? '' : ` using the hint '${hint}'`
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${relation}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin.name}' and '${relation}'${using} in the schema 'public', but no matches were found.`,
    },
  )
}

function ambiguous(origin: Table, relation: string, candidates: Relationship[]): RestError {
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${relation}'`,
    {
      details: candidates.map((each) => each.described),
      hint: `Try changing '${relation}' to one of the following: ${candidates.map((each) => `'${relation}!${each.names[0] ?? ''}'`).join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}
