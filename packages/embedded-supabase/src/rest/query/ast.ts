/** One step into a JSON value, such as `->key` or `->3`. `->>` returns text. */
export interface JsonStep {
  key: string | number
  asText: boolean
}

export interface Field {
  column: string
  path: JsonStep[]
}

export const aggregates = ['avg', 'count', 'max', 'min', 'sum'] as const

/** An aggregate, such as `.sum()::resultCast`. */
export interface Aggregate {
  call: (typeof aggregates)[number]
  resultCast: string | null
}

export interface ColumnItem {
  kind: 'column'
  /** The aggregated or selected field; null for `count()`. */
  field: Field | null
  cast: string | null
  aggregate: Aggregate | null
  alias: string | null
}

export interface EmbedItem {
  kind: 'embed'
  relation: string
  alias: string | null
  /** The name that follows `!`; it chooses between several relationships to the same table. */
  hint: string | null
  inner: boolean
  /** True for `...relation(columns)`, whose columns become columns of the surrounding row. */
  spread: boolean
  node: ReadNode
}

export type SelectItem = { kind: 'all' } | ColumnItem | EmbedItem

export type FilterTest =
  /** A comparison by one of PostgreSQL's operators, such as `<>`. */
  | { kind: 'compare'; operator: string; quantifier: string | null; value: string }
  | { kind: 'in'; values: string[] }
  /** A test for `null`, `not_null`, `true`, `false` or `unknown`. */
  | { kind: 'is'; value: string }
  /** A full-text search. `parse` is the name of PostgreSQL's function that parses the value. */
  | { kind: 'search'; parse: string; configuration: string | null; value: string }

export type Condition =
  | { kind: 'filter'; field: Field; negated: boolean; test: FilterTest }
  | { kind: 'group'; operator: 'and' | 'or'; negated: boolean; conditions: Condition[] }

export interface OrderTerm {
  /** The name of an embedded to-one relation to sort by; null to sort by a column of the row itself. */
  relation: string | null
  field: Field
  descending: boolean
  nulls: 'first' | 'last' | null
}

export interface ReadNode {
  items: SelectItem[]
  conditions: Condition[]
  order: OrderTerm[]
  limit: number | null
  offset: number
}

export interface ParsedQuery {
  root: ReadNode
  /** Value of `columns=`: the keys of the body that are used. */
  columns: string[] | null
  /** Value of `on_conflict=`: the columns of a unique constraint. */
  onConflict: string[] | null
  /** Arguments of a function that is called by GET. */
  args: [name: string, value: string][]
}

export function createEmptyReadNode(): ReadNode {
  return { items: [], conditions: [], order: [], limit: null, offset: 0 }
}
