/** One step into a JSON value: `->key`, `->3`; `->>` returns text. */
export interface JsonStep {
  key: string | number
  asText: boolean
}

export interface Field {
  column: string
  path: JsonStep[]
}

export const aggregates = ['avg', 'count', 'max', 'min', 'sum'] as const

/** `.sum()::resultCast` */
export interface Aggregate {
  call: (typeof aggregates)[number]
  resultCast: string | null
}

export interface ColumnItem {
  kind: 'column'
  /** Is null in a count of rows. */
  field: Field | null
  cast: string | null
  aggregate: Aggregate | null
  alias: string | null
}

export interface EmbedItem {
  kind: 'embed'
  relation: string
  alias: string | null
  /** Disambiguates between several relationships. */
  hint: string | null
  inner: boolean
  /** `...relation(columns)`: the columns become part of the row itself. */
  spread: boolean
  node: ReadNode
}

export type SelectItem = { kind: 'all' } | ColumnItem | EmbedItem

export type Test =
  /** `operator` is PostgreSQL's. */
  | { kind: 'compare'; operator: string; quantifier: string | null; value: string }
  | { kind: 'in'; values: string[] }
  /** `null`, `not_null`, `true`, `false` or `unknown`. */
  | { kind: 'is'; value: string }
  /** `parse` is the function of PostgreSQL's that reads the value. */
  | { kind: 'search'; parse: string; configuration: string | null; value: string }

export type Condition =
  | { kind: 'filter'; field: Field; negated: boolean; test: Test }
  | { kind: 'group'; operator: 'and' | 'or'; negated: boolean; conditions: Condition[] }

export interface OrderTerm {
  /** A to-one embed whose column is meant; null: a column of the row itself. */
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
  /** `columns=`: the keys of the body that count. */
  columns: string[] | null
  /** `on_conflict=` */
  onConflict: string[] | null
  /** Arguments of a function that is called by GET. */
  args: [name: string, value: string][]
}

export function emptyNode(): ReadNode {
  return { items: [], conditions: [], order: [], limit: null, offset: 0 }
}
